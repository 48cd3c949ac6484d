import { expect, test } from 'vitest';
import { lint, openapiWithRequest } from '../testing/lint.ts';

const files = { 'Content.yaml': { properties: { text: { type: 'string', minLength: 1, maxLength: 10 } } } };
const content = {
  properties: { smsContent: { $ref: 'Content.yaml' }, chatoneContent: { $ref: 'Content.yaml' } },
};
const address = (keywords: object) => ({ properties: { address: { type: 'string', ...keywords } } });

const found = await lint('no-invented-limits', {
  none: openapiWithRequest({
    properties: {
      subscriberFilter: address({
        pattern: String.raw`^(?:[\u0001-\ud7ff\ue000-\uffff]|[^\u0000-\uffff])*$`,
      }),
      content: {
        properties: { smsContent: { properties: { text: { minLength: 1 }, caption: { maxLength: 1 } } } },
      },
      address: { type: 'string', maxLength: 1 },
    },
  }),
  address: openapiWithRequest({ properties: { subscriberFilter: { allOf: [address({ pattern: '^a' })] } } }),
  text: openapiWithRequest({ properties: { content } }, files),
});

test('limits neither address nor text; may forbid empty values, and limit other members', () => {
  expect(found.none).toEqual([]);
});

test('a limit of the address, in an allOf', () => {
  const schema = 'root.yaml#/paths/~1send/post/requestBody/content/application~1json/schema';
  expect(found.address).toEqual([
    {
      at: `${schema}/properties/subscriberFilter/allOf/0/properties/address/pattern`,
      message:
        'pattern invents an error: the provider accepts the value and reports error-address-format later (ADR-0022); remove it.',
    },
  ]);
});

test('a limit of the text, once although two channels share it', () => {
  expect(found.text.map(({ at }) => at)).toEqual(['Content.yaml#/properties/text/maxLength']);
});
