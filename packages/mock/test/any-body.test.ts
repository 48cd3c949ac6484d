import { isKnownProblemCode } from '@cascade/types';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshRequestId, send, validBody } from './support/send.ts';
import { start, type TestMock } from './support/start.ts';

let mock: TestMock;
beforeAll(async () => {
  mock = await start();
});
afterAll(() => mock.close());

/** Expects 200, or a listed problem with the status of the catalogue; never a fault of the mock. */
async function expectListedAnswer(path: string, body: unknown): Promise<void> {
  const answer = await send(mock.url, { path, body: JSON.stringify(body) ?? 'null' });
  if (answer.status === 200) return;
  const { title, status } = Object(answer.body);
  expect(status).toBe(answer.status);
  expect(answer.status).toBe(400);
  expect(isKnownProblemCode(title) || title === 'cascade-scheduling-request-not-valid', title).toBe(true);
}

const paths = ['/api/cascade/schedule', '/api/cascade/get-all', '/api/callback/set'];

test.each(paths)('%s answers any JSON value', async (path) => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), (body) => expectListedAnswer(path, body)),
    { numRuns: 150 },
  );
});

/** Members of a request, each valid or any JSON. */
const anything = fc.jsonValue({ maxDepth: 2 });
const channelContent = fc.record(
  {
    contentType: fc.oneof(
      fc.constantFrom('TEXT', 'IMAGE', 'DOCUMENT', 'LOCATION', 'BUTTON', 'LIST_PICKER'),
      anything,
    ),
    text: fc.oneof(fc.string(), anything),
    caption: fc.oneof(fc.string(), anything),
    action: anything,
    attachmentName: fc.oneof(fc.string({ maxLength: 80, unit: 'grapheme' }), anything),
    latitude: fc.oneof(fc.double(), anything),
    longitude: fc.oneof(fc.double(), anything),
    listPicker: anything,
    buttons: fc.oneof(
      fc.array(fc.record({ type: fc.constantFrom('URL', 'PHONE'), action: anything })),
      anything,
    ),
    useMarketingMessagesApi: fc.oneof(fc.boolean(), anything),
    messageActivitySharing: fc.oneof(fc.boolean(), anything),
  },
  { requiredKeys: [] },
);
const content = fc.record(
  { smsContent: channelContent, chatoneContent: channelContent, chattwoContent: channelContent },
  { requiredKeys: [] },
);
const changes = fc.record(
  {
    cascadeId: fc.oneof(fc.constantFrom(2002, 4010, 31634, 1_000_000, 50505), anything),
    content: fc.oneof(content, anything),
    subscriberFilter: anything,
    comment: anything,
    startTime: anything,
  },
  { requiredKeys: [] },
);

test('a request with any JSON in any member gets a listed answer', async () => {
  await fc.assert(
    fc.asyncProperty(changes, (change) => {
      const body = { ...validBody(), ...change, requestId: freshRequestId() };
      return expectListedAnswer('/api/cascade/schedule', body);
    }),
    { numRuns: 400 },
  );
});

test.each([
  [{ cascadeId: { toString: null } }],
  [{ requestId: [{ valueOf: 1, toString: 1 }] }],
  [{ subscriberFilter: { address: { toString: 1 } } }],
])('values that cannot be converted to strings, as in %j, are answered', (change) =>
  expectListedAnswer('/api/cascade/schedule', validBody(change)),
);

test('any text is accepted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, unit: 'binary' }), async (text) => {
      const body = validBody({ content: { smsContent: { contentType: 'TEXT', text } } });
      expect((await send(mock.url, { body })).body).toStrictEqual({ requestId: body.requestId });
    }),
    { numRuns: 100 },
  );
});
