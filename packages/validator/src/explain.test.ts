import { objectOf, readYamlFile, repositoryRoot, valueAt } from '@cascade/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeScheduling } from './judge-scheduling.ts';
import { demoFacts } from './testing/demo-facts.ts';

const valid = {
  requestId: '00000000-0000-4000-8000-000000000001',
  cascadeId: 2002,
  subscriberFilter: { address: '+12025550100', type: 'PHONE' },
  content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
};
const sms = (content: object) => ({ ...valid, content: { smsContent: content } });
const without = (name: string, more: object = {}) => {
  const { [name]: _, ...rest } = valid as Record<string, unknown>;
  return { ...rest, ...more };
};

test.each([
  [
    without('requestId', { requestID: 'x' }),
    '/requestId: is missing; found requestID, did you mean requestId?',
  ],
  [without('requestId'), '/requestId: is missing'],
  [{ ...valid, requestId: 'order 1' }, '/requestId: must be a UUID, found string of length 7'],
  [{ ...valid, requestId: '' }, '/requestId: must be a UUID, found empty string'],
  [
    without('cascadeId', { cascade_id: 1 }),
    '/cascadeId: is missing; found cascade_id, did you mean cascadeId?',
  ],
  [{ ...valid, cascadeId: '2002' }, '/cascadeId: must be integer, found string of length 4'],
  [
    { ...valid, cascadeId: 13 },
    '/cascadeId: 13 is not a cascade of this account; /api/cascade/get-all lists them',
  ],
  [
    { ...valid, content: { SMSContent: {} } },
    '/content: must have smsContent, chatoneContent or chattwoContent; found SMSContent, did you mean smsContent?',
  ],
  [sms({ text: 'x' }), '/content/smsContent/contentType: is missing'],
  [sms({ contentType: 'TEXT', text: '' }), '/content/smsContent/text: must not be empty'],
  [sms({ contentType: 'TEXT', text: 4821 }), '/content/smsContent/text: must be string, found number'],
  [
    sms({ contentType: 'TEXT', text: 'x', attachmentName: 'x'.repeat(71) }),
    '/content/smsContent/attachmentName: must have at most 70 characters, found 71',
  ],
  [
    sms({ contentType: 'TEXT', text: 'x', longitude: 1 }),
    '/content/smsContent/latitude: is missing beside longitude',
  ],
  [
    { ...valid, subscriberFilter: { adress: '+12025550100', type: 'PHONE' } },
    '/subscriberFilter/address: is missing; found adress, did you mean address?',
  ],
  [
    sms({ contentType: 'BUTTON', caption: 'x', action: 5 }),
    '/content/smsContent/action: must be object or string, found number',
  ],
  [sms({ contentType: 'BUTTON', caption: 'x', action: '' }), '/content/smsContent/action: must not be empty'],
  [
    sms({ contentType: 'TEXT', text: 'x', footer: 5 }),
    '/content/smsContent/footer: must be object, string or null, found number',
  ],
  [
    { ...valid, startTime: 'tomorrow' },
    '/startTime: must be a day of the calendar and a time with a time zone (ISO 8601), found string of length 8',
  ],
])('%j: %s', (body, detail) => {
  expect(judgeScheduling(body, demoFacts()).problem?.detail).toBe(detail);
});

test.each([
  ['flowId', '9007199254740993', 'must be at most 9007199254740991, found a number beyond 2^53'],
  ['messageMatcherId', '-1e30', 'must be at least -9007199254740991, found a number beyond -2^53'],
])('%s %s has lost digits by reading, and is refused without them', (member, number, fault) => {
  const judge = (value: unknown) => {
    const chattwoContent = { contentType: 'TEXT', text: 'x', [member]: value };
    return judgeScheduling({ ...valid, cascadeId: 4010, content: { chattwoContent } }, demoFacts()).problem;
  };
  expect(judge(JSON.parse(number))?.detail).toBe(`/content/chattwoContent/${member}: ${fault}`);
  expect(judge(number)).toBeUndefined();
});

test('a cascade id beyond 2^53 is that of no cascade, and is not repeated with other digits', () => {
  const body = { ...valid, cascadeId: JSON.parse('9007199254740993') };
  expect(judgeScheduling(body, demoFacts()).problem).toMatchObject({
    code: 'cascade-not-found',
    detail:
      '/cascadeId: a number beyond 2^53 is not a cascade of this account; /api/cascade/get-all lists them',
  });
});

test('a field that the content may have is not taken for a missing one', () => {
  const openapi = readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value;
  const schema = objectOf(valueAt(openapi, '/components/schemas/ChannelContent'));
  const known = Object.entries(objectOf(schema.properties)).map(([name, node]) => {
    const [example = 'x'] = [objectOf(node).examples].flat();
    return [name, example] as const;
  });
  expect(known.map(([name]) => name)).toContain('action');
  const conditions = [schema.allOf].flat().map(objectOf);
  const missing = conditions.flatMap((one) => {
    const kind = valueAt(one, '/if/properties/contentType/const');
    return [valueAt(one, '/then/required') ?? []].flat().map((name) => ({ kind, name }));
  });
  expect(missing).toContainEqual({ kind: 'BUTTON', name: 'caption' });
  for (const { kind, name } of missing) {
    const content = Object.fromEntries(known.filter(([one]) => one !== name));
    const { problem } = judgeScheduling(sms({ ...content, contentType: kind }), demoFacts());
    expect(problem?.detail).toMatch(new RegExp(`/content/smsContent/${name}: is missing(?: beside \\w+)?$`));
  }
});

test('names the cascade that is too dear, without amounts', () => {
  const facts = { ...demoFacts(), canAfford: () => false };
  expect(judgeScheduling(valid, facts).problem?.detail).toBe('cascade 2002 costs more than is left');
});

test('no detail quotes a text, an address or a number of the message', () => {
  const secret = 'S3CRET-4821';
  const leaf = fc.constantFrom(secret, 482_133_990, [secret], { [secret]: secret }, null, true, '');
  const members = ['contentType', 'text', 'caption', 'action', 'attachmentName', 'latitude', 'longitude'];
  const content = fc.dictionary(fc.constantFrom(...members, 'buttons', 'listPicker'), leaf);
  const body = fc.record({
    requestId: fc.oneof(fc.constant(valid.requestId), leaf),
    cascadeId: fc.constant(2002),
    subscriberFilter: fc.oneof(
      leaf,
      fc.record({ address: leaf, type: leaf }, { requiredKeys: [] }),
      fc.constant(valid.subscriberFilter),
    ),
    content: fc.oneof(leaf, fc.record({ smsContent: fc.oneof(content, leaf) })),
    comment: leaf,
    startTime: leaf,
  });
  fc.assert(
    fc.property(body, (request) => {
      const { problem } = judgeScheduling(request, demoFacts());
      return problem === undefined || (problem.detail ?? 'S3CRET').search(/S3CRET|482133990/) === -1;
    }),
    { numRuns: 500 },
  );
});
