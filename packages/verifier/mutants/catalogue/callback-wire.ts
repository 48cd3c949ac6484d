import { randomUUID } from 'node:crypto';
import { anyEvent, callbacks, events, isUndelivered } from '../changes.ts';
import type { Change, Mutant } from '../mutant.ts';
import type { Callback } from '../proxy/wire.ts';
import { type JsonObject, without } from '../proxy/wire.ts';
import { isSignedRightly, listenerMessage, provoking } from '../witness/requests.ts';
import type { ReceivedCallback } from '../witness/witness.ts';
import { bodyOf, seeing, written } from '../witness/witness.ts';
import { mutantsOf } from './mutants-of.ts';

type Look = (callbacks: readonly ReceivedCallback[]) => string;

/** What the receiver sees of the report that a message was not delivered. */
function seen(look: Look, plain: string, changed: string): Mutant['witness'] {
  return seeing(
    async (bench) => {
      const all = await bench.callbacksOf(provoking('spam-rate-limit-hit'), { status: 'UNDELIVERED' });
      return look(all.filter((one) => isUndelivered(bodyOf(one))));
    },
    plain,
    changed,
  );
}

/** What the receiver sees of two callback attempts, of which it refuses the first. */
function retried(look: Look, plain: string, changed: string): Mutant['witness'] {
  return seeing(
    async (bench) => {
      let attempts = 0;
      const refuseFirst = (event: JsonObject) =>
        event.status === 'DELIVERED' && ++attempts === 1 ? 503 : 204;
      const all = await bench.callbacksOf(
        listenerMessage(),
        { status: 'DELIVERED', attempts: 2 },
        refuseFirst,
      );
      return look(all.filter((one) => bodyOf(one).status === 'DELIVERED'));
    },
    plain,
    changed,
  );
}

const callback = mutantsOf('callback');

/** Nothing of the payload but status and reason is shown (§6): these break what we assume. */
const payload = mutantsOf(
  { class: 'callback', prefix: 'callback-payload', cites: '6/payload, ADR-0015' },
  (
    edit: (event: JsonObject) => JsonObject,
    [look, plain, changed]: readonly [(event: JsonObject) => string, string, string],
  ) => [
    events(isUndelivered, edit),
    seen(([first]) => (first === undefined ? 'nothing' : look(bodyOf(first))), plain, changed),
  ],
);

const signing = mutantsOf(
  { class: 'callback', prefix: 'callback-signing', cites: '6/signing, ADR-0017' },
  (
    change: (callback: Callback) => Callback,
    [look, plain, changed]: readonly [(callback: ReceivedCallback) => string, string, string],
  ) => [
    callbacks(anyEvent, change),
    seen(([first]) => (first === undefined ? 'nothing' : look(first)), plain, changed),
  ],
);

const signature = (one: ReceivedCallback) => (isSignedRightly(one) ? 'right' : 'wrong');
const name = (member: string) => (event: JsonObject) => (event[member] === undefined ? 'absent' : 'there');
const idOf = ({ headers }: ReceivedCallback) => headers['webhook-id'];

/** Defects of what the source leaves open and the decisions settle. */
export const callbackWireMutants: readonly Mutant[] = [
  payload`request-id: Reports under an id of its own`(
    (event) => ({ ...event, requestId: randomUUID() }),
    [() => 'reported', 'reported', 'nothing'],
  ),
  payload`request-id-missing: Does not say of which request`(
    (event) => without(event, 'requestId'),
    [name('requestId'), 'there', 'nothing'],
  ),
  payload`reason-member: Has the reason in errorReason`(
    ({ error = null, ...event }) => ({ ...event, errorReason: error }),
    [name('error'), 'there', 'absent'],
  ),
  payload`status-at: Writes the time as a number`(
    (event) => ({ ...event, statusAt: Date.parse(String(event.statusAt)) }),
    [({ statusAt }) => typeof statusAt, 'string', 'number'],
  ),
  payload`cascade-id: Writes the cascade id as text`(
    (event) => ({ ...event, cascadeId: String(event.cascadeId) }),
    [({ cascadeId }) => typeof cascadeId, 'number', 'string'],
  ),
  payload`channel: Writes the channel in lower case`(
    (event) => ({ ...event, channelType: String(event.channelType).toLowerCase() }),
    [({ channelType }) => written(channelType), '"CHATTWO"', '"chattwo"'],
  ),
  payload`stage: Does not say at which stage`(
    (event) => without(event, 'cascadeStageUUID'),
    [name('cascadeStageUUID'), 'there', 'absent'],
  ),
  signing`wrong: Signs with another secret`(
    (callback) => ({ ...callback, signature: 'wrong' }),
    [signature, 'right', 'wrong'],
  ),
  signing`none: Does not sign`(
    (callback) => ({ ...callback, signature: 'none' }),
    [
      ({ headers }) => (headers['webhook-signature'] === undefined ? 'unsigned' : 'signed'),
      'signed',
      'unsigned',
    ],
  ),
  signing`old: Signs an hour late`(
    (callback) => ({
      ...callback,
      headers: {
        ...callback.headers,
        'webhook-timestamp': String(Number(callback.headers['webhook-timestamp']) - 3_600),
      },
    }),
    [
      ({ headers }) =>
        Number(headers['webhook-timestamp']) * 1_000 > Date.now() - 300_000 ? 'recent' : 'old',
      'recent',
      'old',
    ],
  ),
  signing`milliseconds: Counts the time of signing in milliseconds`(
    (callback) => ({
      ...callback,
      headers: { ...callback.headers, 'webhook-timestamp': `${callback.headers['webhook-timestamp']}000` },
    }),
    [({ headers }) => `${headers['webhook-timestamp']?.length} digits`, '10 digits', '13 digits'],
  ),
  signing`without-id: Has no webhook-id`(
    (callback) => ({
      ...callback,
      headers: Object.fromEntries(
        Object.entries(callback.headers).filter(([header]) => header !== 'webhook-id'),
      ),
    }),
    [({ headers }) => (headers['webhook-id'] === undefined ? 'absent' : 'there'), 'there', 'absent'],
  ),
  callback`doubled: Calls twice about one change, each time under a new id [6/callback, ADR-0018]`(
    () => ({
      async deliver(callback, next) {
        await next(callback);
        return next({ ...callback, headers: { ...callback.headers, 'webhook-id': `msg_${randomUUID()}` } });
      },
    }),
    seen(
      (all) => `${all.length} callbacks, ${new Set(all.map(idOf)).size} ids`,
      '1 callbacks, 1 ids',
      '2 callbacks, 2 ids',
    ),
  ),
  callback`new-id-on-retry: Has another webhook-id at each attempt [6/callback, ADR-0018]`(
    newIdOnRetry,
    retried(
      (all) => `${all.length} attempts, ${new Set(all.map(idOf)).size} ids`,
      '2 attempts, 1 ids',
      '2 attempts, 2 ids',
    ),
  ),
  callback`no-retry: Tries once [6/callback, ADR-0018]`(
    noRetry,
    retried((all) => `${all.length} attempts`, '2 attempts', '1 attempts'),
  ),
];

/** Another id for every attempt after the first of a callback. */
function newIdOnRetry(): Change {
  const seenIds = new Set<string>();
  return {
    deliver(callback, next) {
      const { 'webhook-id': id = '' } = callback.headers;
      const isRetry = seenIds.has(id);
      seenIds.add(id);
      if (!isRetry) return next(callback);
      return next({ ...callback, headers: { ...callback.headers, 'webhook-id': `msg_${randomUUID()}` } });
    },
  };
}

function noRetry(): Change {
  const seenIds = new Set<string>();
  return {
    async deliver(callback, next) {
      const { 'webhook-id': id = '' } = callback.headers;
      if (seenIds.has(id)) return 200;
      seenIds.add(id);
      return next(callback);
    },
  };
}
