import { expect, test } from 'vitest';
import { lint, openapiWithResponses } from '../testing/lint.ts';

const noText = { value: { title: 'text-missing', status: 400 } };
const tooMany = { value: { title: 'too-many', status: 400, detail: 'At most 10' } };

function responses(status: number, examples: object, mediaType = 'application/problem+json') {
  return openapiWithResponses({ [status]: { description: 'd', content: { [mediaType]: { examples } } } });
}

const found = await lint('code-has-example', {
  complete: responses(400, { 'no-text': noText, 'too-many-buttons': tooMany }),
  incomplete: responses(400, { 'no-text': noText }),
  otherMediaType: responses(400, { 'no-text': noText, 'too-many-buttons': tooMany }, 'application/json'),
  otherStatus: responses(401, { 'no-text': noText, 'too-many-buttons': tooMany }),
  dead: responses(400, { 'no-text': noText, 'too-many-buttons': tooMany, gone: noText }),
  otherValue: responses(400, {
    'no-text': { value: { ...noText.value, detail: 'x' } },
    'too-many-buttons': tooMany,
  }),
});

const examples = 'root.yaml#/paths/~1send/post/responses/400/content/application~1problem+json/examples';

test('every case of the catalogue is an example', () => {
  expect(found.complete).toEqual([]);
});

test('a case without example', () => {
  expect(found.incomplete).toEqual([
    { at: 'root.yaml#/', message: 'No response 400 has the example too-many-buttons of too-many.' },
  ]);
});

test('an example under another media type does not count', () => {
  expect(found.otherMediaType).toHaveLength(2);
});

test('an example in a response of another status', () => {
  expect(found.otherStatus.map(({ message }) => message)).toEqual([
    'no-text is a case of 400, not of 401.',
    'too-many-buttons is a case of 400, not of 401.',
  ]);
});

test('an example that the catalogue does not have', () => {
  expect(found.dead).toEqual([
    { at: `${examples}/gone`, message: 'gone is not a case of spec/catalogue/problems.yaml' },
  ]);
});

test('an example with more than the catalogue says', () => {
  expect(found.otherValue).toEqual([
    {
      at: `${examples}/no-text/value`,
      message: 'no-text must be {"title":"text-missing","status":400}, as the catalogue says.',
    },
  ]);
});
