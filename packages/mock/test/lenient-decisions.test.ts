import { fileURLToPath } from 'node:url';
import { readSchedulingRequest, switchesOf } from '@cascade/lenient-requests';
import { uuidV5 } from '@cascade/lenient-requests/uuid-v5';
import { judgeScheduling, problemBody } from '@cascade/validator';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMock } from '../src/create-mock.ts';
import { readProvider } from '../src/provider/provider.ts';

const provider = readProvider(fileURLToPath(import.meta.resolve('@cascade/spec/samples/provider.yaml')));
const declared = provider.accounts.find(({ name }) => name === 'lenient');
const switches = switchesOf(declared?.settings?.lenient ?? {});

const text = fc.oneof({ weight: 30, arbitrary: fc.string() }, fc.integer(), fc.constant(null));
const button = fc.record(
  {
    buttonType: fc.constantFrom('URL', 'PHONE', 'QUICK_REPLY', 'OTHER', null),
    url: text,
    phone: text,
    payload: fc.oneof(text, fc.string({ minLength: 127, maxLength: 130 })),
    action: text,
  },
  { requiredKeys: [] },
);
const buttons = fc.array(button, { maxLength: 6 });
const content = fc.record(
  {
    contentType: fc.constantFrom('TEXT', 'DOCUMENT', 'BUTTON', 'AUTHENTICATION', 'FLOW', ''),
    text: fc.oneof({ weight: 5, arbitrary: fc.integer() }, text),
    caption: text,
    action: text,
    attachment: fc.record({ url: text, name: text }, { requiredKeys: [] }),
    keyboard: fc.oneof(
      { weight: 9, arbitrary: fc.record({ rows: fc.array(fc.record({ buttons }), { maxLength: 4 }) }) },
      text,
    ),
    footer: fc.oneof(text, fc.record({ text })),
  },
  { requiredKeys: [] },
);
const request = fc.record(
  {
    requestId: fc.oneof(fc.uuid(), fc.string({ maxLength: 20 }), fc.nat(), fc.constant('x'.repeat(257))),
    cascadeId: fc.constantFrom(4010, '4010', '4010', '4010', '4010', '31634', '13', 'x'),
    subscriberFilter: fc.constant({ address: '1', type: 'PHONE' }),
    content: fc.record({ chattwoContent: content }, { requiredKeys: ['chattwoContent'] }),
    startTime: fc.constantFrom('2021-01-21T08:00:00Z', 'tomorrow', null),
  },
  { requiredKeys: ['requestId', 'cascadeId', 'subscriberFilter', 'content'] },
);

test('the mock decides 2,000 lenient requests as the reading and the rules that the service runs', async () => {
  const mock = await createMock();
  const used = new Set<string>();
  const codes = new Set<string>();
  const decide = async (body: unknown) => {
    const { status, body: answer } = await mock.answer({
      method: 'POST',
      target: '/api/cascade/schedule',
      headers: { 'x-api-key': 'lenient-key', 'content-type': 'application/json' },
      readBody: async () => Buffer.from(JSON.stringify(body)),
    });
    return status === 200 ? 'accepted' : JSON.parse(answer);
  };
  const expected = (body: unknown) => {
    const reading = readSchedulingRequest(body, switches, uuidV5);
    const judged = 'problem' in reading ? reading : judgeScheduling(reading.value, facts);
    if (judged.problem !== undefined) return problemBody(judged.problem);
    if ('requestId' in judged) used.add(judged.requestId);
    return 'accepted';
  };
  const facts = {
    isRequestIdUsed: (id: string) => used.has(id.toLowerCase()),
    findCascade: (id: number) => declared?.cascades.find((cascade) => cascade.id === id),
  };
  for (const body of fc.sample(request, { numRuns: 2_000, seed: 20_261_122 })) {
    const json: unknown = JSON.parse(JSON.stringify(body));
    const wanted = expected(json);
    expect(await decide(json), JSON.stringify(json)).toEqual(wanted);
    codes.add(typeof wanted === 'string' ? wanted : wanted.title);
  }
  expect([...codes]).toEqual(
    expect.arrayContaining([
      'accepted',
      'action-not-specified',
      'button-validation-error',
      'text-not-specified',
    ]),
  );
});
