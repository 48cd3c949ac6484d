import { expect, test } from 'vitest';
import { type ConsumerProfile, verifyClient } from '../../src/index.ts';
import {
  type Came,
  type ClientManner,
  clientOf,
  honest,
  isFault,
  mayBeAccepted,
  titleOf,
} from './client-program.ts';

const promises: ConsumerProfile = {
  client: { attempts: 3, timeoutSeconds: 1.5, takesRequestId: true },
};

const judge = (manner: ClientManner, scenarios?: readonly string[], profile = promises) =>
  verifyClient({
    name: 'client',
    client: clientOf(manner),
    assumptions: true,
    profile,
    ...(scenarios === undefined ? {} : { scenarios }),
  });

test('an honest client is conformant', { timeout: 60_000 }, async () => {
  const { verdict, findings, inconclusive } = await judge(honest);
  expect([verdict, findings]).toEqual(['conformant', []]);
  expect(inconclusive.map(({ reason }) => reason)).toEqual(
    inconclusive.map(() => 'the profile does not have client.keepsUsed: true'),
  );
});

test('an honest client that repeats nothing is conformant', { timeout: 60_000 }, async () => {
  const profile = { client: { attempts: 1, timeoutSeconds: 1.5, takesRequestId: true } };
  const { verdict, findings } = await judge({ ...honest, attempts: 1 }, undefined, profile);
  expect([verdict, findings]).toEqual(['conformant', []]);
});

const keepsUsed = { client: { ...promises.client, keepsUsed: true } };

const trustsUsed: ClientManner = {
  ...honest,
  outcome: (came, id, isOfCaller) =>
    came.some(mayBeAccepted) && titleOf(came.at(-1) ?? none) === 'requestId-is-not-unique'
      ? 'scheduled'
      : honest.outcome(came, id, isOfCaller),
};

test('a client whose provider keeps the ids of accepted requests only is conformant', {
  timeout: 60_000,
}, async () => {
  const { verdict, findings } = await judge(trustsUsed, undefined, keepsUsed);
  expect([verdict, findings]).toEqual(['conformant', []]);
});

const none: Came = { headers: {}, body: Buffer.alloc(0) };
const isRefusal = ({ status = 0 }: Came) => status >= 300 && status < 500;

/** Takes one kind of last answer otherwise. */
function takes(
  is: (last: Came, came: readonly Came[], requestId: string) => boolean,
  said: ReturnType<ClientManner['outcome']>,
): Partial<ClientManner> {
  return {
    outcome: (came, id, isOfCaller) =>
      is(came.at(-1) ?? none, came, id) ? said : honest.outcome(came, id, isOfCaller),
  };
}

/** Each fault, and the scenario that finds it. */
const faults: readonly (readonly [title: string, scenario: string, manner: Partial<ClientManner>])[] = [
  [
    'follows a redirect, and takes the page for a success',
    'call-302-to-a-page-that-answers-200',
    { follows: () => true, ...takes(({ status }) => status === 200, 'scheduled') },
  ],
  ['follows a 307 to another host with its key', 'client-keeps-key-from-307', { follows: () => true }],
  [
    'follows a redirect to another host without its key',
    'client-keeps-key-from-308',
    { follows: () => true, keyFor: (url, base, key) => (url === base ? key : undefined) },
  ],
  ['has a time-out for each read', 'client-ends-dripping-body', { perRead: true }],
  ['has a time-out for each read of the head', 'client-ends-dripping-head', { perRead: true }],
  ['has a longer time-out than it says', 'call-no-answer-until-the-time-out', { timeoutMilliseconds: 6_000 }],
  ['ignores Retry-After', 'client-waits-for-seconds', { waitFor: () => 0 }],
  [
    'reads Retry-After as a number only',
    'client-waits-for-date',
    { waitFor: ({ headers }) => Number(headers['retry-after'] ?? 0) * 1_000 || 0 },
  ],
  [
    'calls unknown what was never sent',
    'call-no-connection-each-time',
    takes(({ wasNeverSent }) => wasNeverSent === true, 'unknown'),
  ],
  [
    'takes a broken gzip body for a success',
    'call-200-with-a-body-that-is-not-the-gzip-that-it-says',
    takes(({ status, headers }) => status === 200 && headers['content-encoding'] !== undefined, 'scheduled'),
  ],
  [
    'repeats with a new request id',
    'call-500-then-the-answer-of-the-description',
    { idFor: (attempt, first) => (attempt === 1 ? first : `${first.slice(0, -1)}${attempt}`) },
  ],
  [
    'repeats with another body',
    'call-500-then-the-answer-of-the-description',
    { bodyFor: (attempt, body) => ({ ...body, attempt }) },
  ],
  [
    'repeats after a refusal',
    'call-a-refusal-though-more-attempts-are-allowed',
    { repeats: (_, isDone) => !isDone },
  ],
  [
    'repeats after a success',
    'call-the-answer-of-the-description-though-more-attempts-are-allowed',
    { repeats: () => true },
  ],
  ['makes more attempts than it says', 'call-503-without-a-body', { attempts: 5 }],
  [
    'takes any 200 for a success',
    'call-200-with-html-as-a-captive-portal-answers',
    takes(({ status }) => status === 200, 'scheduled'),
  ],
  [
    'takes the echo of another request for a success',
    'call-200-with-the-echo-of-another-request',
    takes(
      ({ status, headers }) => status === 200 && headers['content-type'] === 'application/json',
      'scheduled',
    ),
  ],
  [
    'compares the echo byte for byte',
    'call-the-echo-in-capitals',
    takes(({ status, body }, _, id) => status === 200 && !body.toString().includes(id), 'unknown'),
  ],
  ['takes 200 alone for a success', 'call-204', takes(({ status }) => status === 204, 'unknown')],
  [
    'takes a lost answer for a refusal',
    'call-the-connection-breaks-before-the-answer',
    takes(({ status, wasNeverSent }) => status === undefined && !wasNeverSent, 'not-scheduled'),
  ],
  ['takes 5xx for a refusal', 'call-503-without-a-body', takes((came) => isFault(came), 'not-scheduled')],
  ['takes 408 for a refusal', 'call-408-of-a-proxy', takes(({ status }) => status === 408, 'not-scheduled')],
  [
    'forgets the lost answer before a refusal',
    'call-the-connection-breaks-before-the-answer-then-a-refusal',
    takes(isRefusal, 'not-scheduled'),
  ],
  [
    'takes a used id after a lost answer for an acceptance',
    'call-a-lost-answer-then-a-used-id',
    { outcome: trustsUsed.outcome },
  ],
  [
    'takes a used id of its caller for a refusal',
    'call-a-used-id-of-the-caller-which-an-earlier-call-may-have-used',
    takes((last) => titleOf(last) === 'requestId-is-not-unique', 'not-scheduled'),
  ],
  [
    'sends another id than its caller gave',
    'call-the-answer-of-the-description-to-an-id-of-the-caller',
    { idFor: () => crypto.randomUUID(), ...takes(({ status }) => status === 200, 'scheduled') },
  ],
  [
    'takes a redirect for unknown',
    'call-308-to-another-path',
    takes(({ status }) => status === 308, 'unknown'),
  ],
  ['does not print the code', 'call-400-out-of-balance', { print: (said) => said }],
];

test.concurrent.each(faults)('found: it %s', { timeout: 30_000 }, async (_, scenario, manner) => {
  const { verdict, findings, scenarios } = await judge({ ...honest, ...manner }, [scenario]);
  expect([verdict, scenarios[0]?.verdict]).toEqual(['non-conformant', 'mismatch']);
  expect(findings[0]?.exchange?.length).toBeGreaterThan(0);
  expect(JSON.stringify(findings)).not.toMatch(/verify-[\da-f]{8}/);
});

test.each([
  [honest.keyFor, 'the key at the host of the base address only'],
  [
    (url: string, base: string, key: string) => (url === base ? key : undefined),
    'a redirect that is not followed',
  ],
] as const)('found by what was sent alone: it follows a redirect', async (keyFor, expected) => {
  const isPage = ({ headers }: Came) => headers['content-type'] === 'text/html';
  const manner = { ...honest, attempts: 1, follows: () => true, keyFor, ...takes(isPage, 'not-scheduled') };
  const { findings } = await judge(manner, ['client-keeps-key-from-302']);
  expect(findings.map((finding) => finding.expected)).toEqual([expected]);
});

test('found without any promise: it sends no key, and another media type', async () => {
  const program = clientOf({ ...honest, keyFor: () => undefined, mediaType: 'text/plain' });
  const { findings } = await verifyClient({ name: 'client', client: program });
  const found = findings.map(({ clause, actual }) => [clause, actual]);
  expect(found).toEqual([
    ['5/every-request', 'none'],
    ['4.1/header-content-type', 'text/plain'],
  ]);
});

test('found: it has the same request id in each call', async () => {
  const id = '7c42344c-aeea-41c9-834b-eb627136f400';
  const fixed = { ...honest, idFor: () => id, ...takes(({ status }) => status === 200, 'scheduled') };
  const { findings } = await judge(fixed, ['call-the-answer-of-the-description']);
  expect(findings.map(({ clause }) => clause)).toEqual(['2.1/requestId-new']);
});

test('nothing is asked of a client beyond the source without its promise', { timeout: 60_000 }, async () => {
  const reckless: ClientManner = { ...honest, follows: () => true, waitFor: () => 0 };
  const report = await verifyClient({ name: 'client', client: clientOf(reckless) });
  expect([report.verdict, report.findings]).toEqual(['conformant', []]);
  const asked = await verifyClient({
    name: 'client',
    client: clientOf(reckless),
    profile: { holds: ['ADR-0060'] },
    scenarios: ['client-keeps-key-from-302'],
  });
  expect(asked.findings.map(({ clause, decision }) => [clause, decision])).toContainEqual([
    '5/every-request',
    'ADR-0060',
  ]);
});

test('a wrong id of a scenario is named', async () => {
  await expect(judge(honest, ['call-204', 'call-205'])).rejects.toThrow('there is no scenario call-205');
});
