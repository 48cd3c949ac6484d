import { randomUUID } from 'node:crypto';
import { type RunningMock, startMock } from '@cascade/mock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDescribed } from '../src/description/read-description.ts';
import { readCalls } from '../src/operations/read-calls.ts';

const { openapi, lists, contract } = readDescribed();
const calls = readCalls(openapi, lists, contract);
const steps = calls.find(({ id }) => id === 'scheduleMessage')?.steps ?? [];
let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock({ port: 0, log: () => {} });
});
afterAll(() => mock?.close());

const used = randomUUID();

/** What differs from a request that passes: the body's fields, and the rest. */
interface Fault {
  readonly code: string;
  /** The step of the page. */
  readonly step: string;
  readonly parts?: {
    readonly path?: string;
    readonly method?: string;
    readonly key?: string;
    readonly type?: string;
    /** Instead of the body. */
    readonly text?: string;
  };
  readonly fields?: Readonly<Record<string, unknown>>;
}

const malformed = 'matched-template-not-found';

/** One fault after the other, in the order in which the page says that a provider finds them. */
const faults: readonly Fault[] = [
  { code: 'not-found', step: 'before', parts: { path: '/nowhere' } },
  { code: 'method-not-allowed', step: 'before', parts: { method: 'PUT' } },
  { code: 'auth-error', step: 'before', parts: { key: 'no-such-key' } },
  { code: 'unsupported-media-type', step: 'before', parts: { type: 'text/plain' } },
  { code: 'payload-too-large', step: 'before', fields: { more: 'x'.repeat(1_048_576) } },
  { code: malformed, step: 'before', parts: { text: '{' } },
  { code: malformed, step: 'rule-1', fields: { requestId: 'x' } },
  {
    code: 'requestId-is-not-unique',
    step: 'rule-1',
    fields: { requestId: used },
    parts: { key: 'demo-key' },
  },
  { code: malformed, step: 'rule-2', fields: { cascadeId: 'x' } },
  { code: 'cascade-not-found', step: 'rule-2', fields: { cascadeId: 7 } },
  { code: 'content-not-specified', step: 'rule-3', fields: { content: {} } },
  { code: malformed, step: 'rule-4', fields: { comment: 4 } },
  { code: 'out-of-balance', step: 'rule-5', parts: { key: 'poor-key' } },
];

async function titleWith(...some: readonly Partial<Fault>[]): Promise<unknown> {
  const fields = {
    requestId: randomUUID(),
    cascadeId: 2002,
    subscriberFilter: { address: '+12025550199', type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
  };
  const body = JSON.stringify(Object.assign(fields, ...some.map((one) => one.fields ?? {})));
  const {
    path = '/api/cascade/schedule',
    method = 'POST',
    key = 'demo-key',
    type = 'application/json',
    text = body,
  }: NonNullable<Fault['parts']> = Object.assign({}, ...some.map((one) => one.parts ?? {}));
  const headers = { 'content-type': type, 'x-api-key': key };
  const response = await fetch(mock.url + path, { method, headers, body: text });
  return Object(await response.json()).title;
}

const changed = ({ parts = {}, fields = {} }: Fault) =>
  'text' in parts ? ['body', 'text'] : [...Object.keys(parts), ...Object.keys(fields)];

/** Two faults can be in one request unless both change the same part of it. */
function together(one: Fault, other: Fault): boolean {
  const isText = (fault: Fault) => changed(fault).includes('text');
  const hasFields = (fault: Fault) => fault.fields !== undefined;
  if ((isText(one) && hasFields(other)) || (isText(other) && hasFields(one))) return false;
  return !changed(one).some((name) => changed(other).includes(name));
}

const pairs = faults.flatMap((one, at) =>
  faults.slice(at + 1).flatMap((other) => (together(one, other) ? [{ one, other }] : [])),
);

test('the page names each fault at its step, in this order', () => {
  const shown = steps.flatMap(({ id, problems, malformed }) => [
    ...(malformed === undefined ? [] : [`${id} ${malformed.problem.code}`]),
    ...problems.map(({ problem }) => `${id} ${problem.code}`),
  ]);
  const wanted = faults.map(({ step, code }) => `${step} ${code}`).filter((one) => shown.includes(one));
  expect(shown.filter((one) => wanted.includes(one))).toEqual(wanted);
  // The page says in words that the body must be a JSON object.
  expect(faults.length - wanted.length).toBe(1);
});

test.each(pairs)(
  '$one.code ($one.step) is found before $other.code ($other.step)',
  async ({ one, other }) => {
    await titleWith({ fields: { requestId: used } });
    expect(await titleWith(one, other)).toBe(one.code);
  },
);
