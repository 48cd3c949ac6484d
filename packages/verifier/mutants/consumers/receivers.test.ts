import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyReceiver } from '../../src/index.ts';
import {
  type Callback,
  claiming,
  honest,
  type Ids,
  type ReceiverManner,
  secrets,
  startReceiverProgram,
  verifiesWith,
  waitSeconds,
} from './receiver-program.ts';

interface Judging {
  readonly scenarios?: readonly string[];
  readonly timeoutInMilliseconds?: number;
}

/** The report on a receiver that tells all that a profile can ask for. */
async function judge(manner: ReceiverManner, { scenarios, timeoutInMilliseconds = 15_000 }: Judging = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-receiver-'));
  const handled = join(folder, 'handled.txt');
  const program = await startReceiverProgram(manner, handled);
  try {
    return await verifyReceiver({
      url: program.url,
      assumptions: true,
      timeoutInMilliseconds,
      restart: program.restart,
      profile: {
        receiver: {
          secrets,
          handled,
          handler: ['waits', 'fails', 'panics'],
          waitSeconds,
          claimSeconds: 1,
          keepsIds: true,
          longestBody: 65_536,
        },
      },
      ...(scenarios === undefined ? {} : { scenarios }),
    });
  } finally {
    await program.close();
    await rm(folder, { recursive: true });
  }
}

/** Waits for the claim of an earlier request to end, as a lock of a row does. */
function waiting(kept: Parameters<typeof claiming>[0]): Ids {
  const ids = claiming(kept);
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const end = (id: string) => {
    ends.get(id)?.resolve();
    ends.delete(id);
  };
  return {
    async claim(id) {
      for (;;) {
        const state = await ids.claim(id);
        if (state === 'new') ends.set(id, Promise.withResolvers());
        if (state !== 'busy') return state;
        await ends.get(id)?.promise;
      }
    },
    commit(id) {
      ids.commit(id);
      end(id);
    },
    release(id) {
      ids.release(id);
      end(id);
    },
  };
}

const honestOnes: readonly (readonly [title: string, manner: Partial<ReceiverManner>])[] = [
  ['answers 409 to a repeat meanwhile', {}],
  ['answers 503 to a repeat meanwhile', { busyStatus: 503 }],
  ['lets a repeat wait until the first is handled', { makeIds: waiting }],
  ['answers 202 to anything but an event', { refuses: (event) => honest.refuses(event, none) && 202 }],
  ['answers 403 to a wrong signature', { first: (one) => (isForged(one) ? 403 : undefined) }],
];

const none: Callback = { method: 'POST', headers: {}, body: Buffer.alloc(0), id: '' };
const isForged = (one: Callback) => one.method === 'POST' && !honest.isSigned(one);

test.each(honestOnes)('an honest receiver is conformant: it %s', { timeout: 60_000 }, async (_, manner) => {
  const { verdict, findings, inconclusive } = await judge({ ...honest, ...manner });
  expect([verdict, findings, inconclusive]).toEqual(['conformant', [], []]);
});

/** Notes an id before its event is handled, and keeps it. */
const noting = (kept: Parameters<typeof claiming>[0]): Ids => ({
  claim(id) {
    const state = kept.get(id) ?? 'new';
    kept.set(id, 'seen');
    return state;
  },
  commit: () => {},
  release: () => {},
});

const neverSeen: Ids = { claim: () => 'new', commit: () => {}, release: () => {} };

/** Looks an id up, and notes it once the event is handled. */
const racing = (kept: Parameters<typeof claiming>[0]): Ids => ({
  claim: (id) => kept.get(id) ?? 'new',
  commit: (id) => void kept.set(id, 'seen'),
  release: () => {},
});

/** Verifies the body as it would write it. */
const rewritten: ReceiverManner['isSigned'] = (one) => {
  try {
    return honest.isSigned({ ...one, body: Buffer.from(JSON.stringify(JSON.parse(one.body.toString()))) });
  } catch {
    return false;
  }
};

/** Knows an event by its id before the signature is checked. */
function knowing(): Partial<ReceiverManner> {
  const known = new Set<string>();
  return {
    first({ id, method }) {
      if (method !== 'POST') return undefined;
      if (known.has(id)) return 200;
      known.add(id);
      return undefined;
    },
  };
}

/** Refuses a tenth event under way. */
function crowded(): Partial<ReceiverManner> {
  const ids = claiming(new Map());
  let busy = 0;
  const makeIds = (): Ids => ({
    async claim(id) {
      busy += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return ids.claim(id);
    },
    commit: ids.commit,
    release: ids.release,
  });
  return { makeIds, first: () => (busy > 20 ? 500 : undefined) };
}

const firstSignatureOnly: ReceiverManner['isSigned'] = (one) => {
  const [signature = ''] = (one.headers['webhook-signature'] ?? '').split(' ');
  return honest.isSigned({ ...one, headers: { ...one.headers, 'webhook-signature': signature } });
};

/** The timestamp is checked in one direction only. */
const notChecked = (isLate: boolean): ReceiverManner['isSigned'] => {
  const tolerant = verifiesWith(secrets, true);
  return (one) => {
    const age = Date.now() / 1_000 - Number(one.headers['webhook-timestamp']);
    return (isLate ? age > 300 : age < -300) ? tolerant(one) : honest.isSigned(one);
  };
};

const refusesIf =
  (is: (event: Record<string, unknown>, callback: Callback) => boolean, status = 500) =>
  (): Partial<ReceiverManner> => ({
    refuses: (event, callback) =>
      event !== undefined && is(event, callback) ? status : honest.refuses(event, callback),
  });

const silent = new Promise<never>(() => {});

type Fault = readonly [title: string, scenario: string, make: () => Partial<ReceiverManner>];

/** Each fault, and the scenario that finds it. */
const faults: readonly Fault[] = [
  ['notes the id before the handler', 'reception-the-handler-fails', () => ({ makeIds: noting })],
  [
    'answers 204 to a repeat meanwhile',
    'reception-a-repeat-while-the-first-is-handled',
    () => ({ busyStatus: 204 }),
  ],
  [
    'answers 204 to a repeat meanwhile, and then fails',
    'reception-a-repeat-while-the-first-is-handled-which-then-fails',
    () => ({ makeIds: noting }),
  ],
  ['loses an event whose handler panics', 'reception-the-handler-panics', () => ({ makeIds: noting })],
  [
    'notes the id before the handler, and is killed',
    'receiver-keeps-event-over-crash',
    () => ({ makeIds: noting }),
  ],
  ['forgets its ids at a restart', 'receiver-knows-event-after-restart', () => ({ keepsIds: false })],
  ['answers before it handles', 'reception-the-handler-fails', () => ({ handles: 'after the answer' })],
  ['answers 2xx without handling', 'reception-an-event', () => ({ handles: 'never' })],
  [
    'never releases a claim',
    'reception-the-handler-fails',
    () => ({ makeIds: (kept) => ({ ...claiming(kept), release: () => {} }) }),
  ],
  ['handles each repeat', 'reception-an-event-that-is-repeated', () => ({ makeIds: () => neverSeen })],
  ['handles repeats at once', 'receiver-takes-30-repeats-at-once', () => ({ makeIds: racing })],
  ['fails if many come at once', 'receiver-takes-30-events-at-once', crowded],
  ['knows an id before it is verified', 'reception-an-altered-copy-does-not-use-up-the-id', knowing],
  ['verifies nothing', 'reception-a-signature-of-another-secret', () => ({ isSigned: () => true })],
  [
    'takes a callback without a signature',
    'reception-no-signature',
    () => ({ isSigned: (one) => !one.headers['webhook-signature'] || honest.isSigned(one) }),
  ],
  ['verifies what it has parsed', 'reception-a-body-that-was-altered', () => ({ isSigned: rewritten })],
  [
    'takes an old timestamp',
    'reception-a-timestamp-of-310-seconds-ago',
    () => ({ isSigned: notChecked(true) }),
  ],
  [
    'takes a timestamp ahead',
    'reception-a-timestamp-of-310-seconds-ahead',
    () => ({ isSigned: notChecked(false) }),
  ],
  [
    'is too strict with timestamps',
    'reception-a-timestamp-of-290-seconds-ago',
    () => ({
      isSigned: (one) =>
        Date.now() / 1_000 - Number(one.headers['webhook-timestamp']) < 60 && honest.isSigned(one),
    }),
  ],
  [
    'knows its first secret only',
    'reception-two-secrets-of-which-the-earlier-signs',
    () => ({ isSigned: verifiesWith(secrets.slice(0, 1)) }),
  ],
  [
    'reads the first signature only',
    'reception-two-signatures-of-which-the-receiver-knows-the-second',
    () => ({ isSigned: firstSignatureOnly }),
  ],
  [
    'stumbles over another version of signatures',
    'receiver-takes-unknown-signature-version',
    () => ({ isSigned: firstSignatureOnly }),
  ],
  [
    'stops at an unlisted reason',
    'receiver-takes-unlisted-reason',
    refusesIf(({ error }) => error === 'a-reason-of-tomorrow'),
  ],
  [
    'refuses an unlisted status',
    'receiver-takes-other-status',
    refusesIf(({ status }) => status === 'A_STATUS_OF_TOMORROW', 400),
  ],
  [
    'refuses an unlisted channel',
    'reception-an-unlisted-channel',
    refusesIf(({ channelType }) => channelType === 'CHATTHREE', 422),
  ],
  [
    'refuses unknown fields',
    'receiver-takes-extra-members',
    refusesIf((event) => 'paymentData' in event, 400),
  ],
  [
    'stumbles over a field of another type',
    'reception-fields-of-another-type',
    refusesIf(({ subject }) => typeof subject === 'number'),
  ],
  [
    'refuses an event without a request id',
    'reception-no-request-id-since-the-provider-knows-no-request',
    refusesIf(({ requestId }) => requestId === null, 400),
  ],
  [
    'refuses a big event',
    'receiver-takes-large-event',
    () => ({ first: ({ body }) => (body.length > 4_096 ? 413 : undefined) }),
  ],
  [
    'refuses application/json with a charset',
    'receiver-takes-charset',
    refusesIf((_, { headers }) => headers['content-type'] !== 'application/json', 415),
  ],
  [
    'fails at HEAD',
    'reception-head-as-at-the-registration-of-the-address',
    () => ({ first: ({ method }) => (method === 'HEAD' ? 500 : undefined) }),
  ],
  [
    'answers 204 to HEAD',
    'reception-head-as-at-the-registration-of-the-address',
    () => ({ first: ({ method }) => (method === 'HEAD' ? 204 : undefined) }),
  ],
  [
    'answers 410 to a wrong signature',
    'reception-a-signature-of-another-secret',
    () => ({ first: (one) => (isForged(one) ? 410 : undefined) }),
  ],
  [
    'refuses an event that is older',
    'receiver-takes-events-out-of-order',
    refusesIf(({ statusAt }) => String(statusAt).startsWith('2026-01-30')),
  ],
];

test.concurrent.each(faults)('found: it %s', { timeout: 60_000 }, async (_, scenario, make) => {
  const report = await judge({ ...honest, ...make() }, { scenarios: [scenario] });
  expect([report.verdict, report.scenarios[0]?.verdict]).toEqual(['non-conformant', 'mismatch']);
  expect(report.findings[0]?.exchange?.length).toBeGreaterThan(0);
  expect(JSON.stringify(report)).not.toContain(secrets[0]);
});

test('found: it never answers what it does not understand', async () => {
  // The answer never comes.
  const refuses = (event: unknown) => (event === undefined ? (silent as never) : undefined);
  const limits = { scenarios: ['reception-not-json'], timeoutInMilliseconds: 500 };
  const { findings } = await judge({ ...honest, refuses }, limits);
  expect(findings.map(({ actual }) => actual)).toEqual(['no whole answer in 500 milliseconds']);
});

test('with the URL and a secret alone what a program does not tell is inconclusive, and says what to add', async () => {
  const program = await startReceiverProgram(honest, join(tmpdir(), 'cascade-never-read'));
  const { verdict, findings, inconclusive } = await verifyReceiver({
    url: program.url,
    secret: secrets[0],
    assumptions: true,
  }).finally(program.close);
  expect([verdict, findings]).toEqual(['conformant', []]);
  const reasons = new Set(inconclusive.map(({ reason }) => reason));
  expect([...reasons].toSorted()).toEqual([
    'the profile has no receiver.handled, a file that names what was handled',
    'the profile has no receiver.longestBody',
    'the profile has no receiver.secrets with two secrets',
  ]);
});
