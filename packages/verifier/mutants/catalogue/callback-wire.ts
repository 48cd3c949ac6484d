import { randomUUID } from 'node:crypto';
import { anyEvent, callbacks, events, isUndelivered } from '../changes.ts';
import type { Change, MakeChange, Mutant } from '../mutant.ts';
import { type Callback, type JsonObject, without } from '../proxy/wire.ts';
import { isSignedRightly, listenerMessage, provoking } from '../witness/requests.ts';
import { bodyOf, type Procedure, type ReceivedCallback, seeing, written } from '../witness/witness.ts';
import { mutantsOf } from './mutants-of.ts';

type Look = (callbacks: readonly ReceivedCallback[]) => string;

/** What the receiver sees of the report that a message was not delivered. */
function seen(look: Look): Procedure {
  return seeing(async (bench) => {
    const all = await bench.callbacksOf(provoking('spam-rate-limit-hit'), { status: 'UNDELIVERED' });
    return look(all.filter((one) => isUndelivered(bodyOf(one))));
  });
}

/** What the receiver sees of two callback attempts, of which it refuses the first. */
function retried(look: Look): Procedure {
  return seeing(async (bench) => {
    let attempts = 0;
    const refuseFirst = (event: JsonObject) => (event.status === 'DELIVERED' && ++attempts === 1 ? 503 : 204);
    const all = await bench.callbacksOf(listenerMessage(), { status: 'DELIVERED', attempts: 2 }, refuseFirst);
    return look(all.filter((one) => bodyOf(one).status === 'DELIVERED'));
  });
}

const callback = mutantsOf('callback');

/** Nothing of the payload but status and reason is shown (§6): these break what we assume. */
const payload = mutantsOf(
  { class: 'callback', prefix: 'callback-payload', cites: '6/payload, ADR-0015' },
  (edit: (event: JsonObject) => JsonObject, look: (event: JsonObject) => string) => [
    events(isUndelivered, edit),
    seen(([first]) => (first === undefined ? 'nothing' : look(bodyOf(first)))),
  ],
);

const signing = mutantsOf(
  { class: 'callback', prefix: 'callback-signing', cites: '6/signing, ADR-0017' },
  (change: (callback: Callback) => Partial<Callback>, look: (callback: ReceivedCallback) => string) => [
    callbacks(anyEvent, (one) => ({ ...one, ...change(one) })),
    seen(([first]) => (first === undefined ? 'nothing' : look(first))),
  ],
);

const hasMember = (name: string) => (event: JsonObject) => (event[name] === undefined ? 'absent' : 'there');
const has =
  (name: string) =>
  ({ headers }: ReceivedCallback) =>
    headers[name] === undefined ? 'absent' : 'there';
const signature = (one: ReceivedCallback) => (isSignedRightly(one) ? 'right' : 'wrong');
const secondsOf = ({ headers }: Pick<Callback, 'headers'>) => headers['webhook-timestamp'] ?? '';
const signedAt = (write: (seconds: string) => string) => (callback: Callback) => ({
  headers: { ...callback.headers, 'webhook-timestamp': write(secondsOf(callback)) },
});
const idsOf = (all: readonly ReceivedCallback[]) =>
  `${all.length}, ${new Set(all.map(({ headers }) => headers['webhook-id'])).size} ids`;
const withNewId = (callback: Callback): Callback => ({
  ...callback,
  headers: { ...callback.headers, 'webhook-id': `msg_${randomUUID()}` },
});

/** Defects of what the source leaves open and the decisions settle. */
export const callbackWireMutants: readonly Mutant[] = [
  payload`request-id: Reports under an id of its own
    ${(event) => ({ ...event, requestId: randomUUID() })} ${() => 'reported'} reported → nothing`,
  payload`request-id-missing: Does not say of which request
    ${(event) => without(event, 'requestId')} ${hasMember('requestId')} there → nothing`,
  payload`reason-member: Has the reason in errorReason
    ${({ error = null, ...event }) => ({ ...event, errorReason: error })} ${hasMember('error')} there → absent`,
  payload`status-at: Writes the time as a number
    ${(event) => ({ ...event, statusAt: Date.parse(String(event.statusAt)) })}
    ${({ statusAt }) => typeof statusAt} string → number`,
  payload`cascade-id: Writes the cascade id as text
    ${(event) => ({ ...event, cascadeId: String(event.cascadeId) })}
    ${({ cascadeId }) => typeof cascadeId} number → string`,
  payload`channel: Writes the channel in lower case
    ${(event) => ({ ...event, channelType: String(event.channelType).toLowerCase() })}
    ${({ channelType }) => written(channelType)} "CHATTWO" → "chattwo"`,
  payload`stage: Does not say at which stage
    ${(event) => without(event, 'cascadeStageUUID')} ${hasMember('cascadeStageUUID')} there → absent`,
  signing`wrong: Signs with another secret
    ${() => ({ signature: 'wrong' })} ${signature} right → wrong`,
  signing`none: Does not sign
    ${() => ({ signature: 'none' })} ${has('webhook-signature')} there → absent`,
  signing`old: Signs an hour late
    ${signedAt((seconds) => String(Number(seconds) - 3_600))}
    ${(one) => (Number(secondsOf(one)) * 1_000 > Date.now() - 300_000 ? 'recent' : 'old')} recent → old`,
  signing`milliseconds: Counts the time of signing in milliseconds
    ${signedAt((seconds) => `${seconds}000`)} ${(one) => `${secondsOf(one).length} digits`} 10 digits → 13 digits`,
  signing`without-id: Has no webhook-id
    ${({ headers: { 'webhook-id': _, ...headers } }) => ({ headers })} ${has('webhook-id')} there → absent`,
  callback`doubled: Calls twice about one change, each time under a new id [6/callback, ADR-0018]
    ${() => ({
      async deliver(one, next) {
        await next(one);
        return next(withNewId(one));
      },
    })}
    ${seen(idsOf)} 1, 1 ids → 2, 2 ids`,
  callback`new-id-on-retry: Has another webhook-id at each attempt [6/callback, ADR-0018]
    ${onRetry((one, next) => next(withNewId(one)))} ${retried(idsOf)} 2, 1 ids → 2, 2 ids`,
  callback`no-retry: Tries once [6/callback, ADR-0018]
    ${onRetry(async () => 200)} ${retried((all) => String(all.length))} 2 → 1`,
];

/** Every attempt of a callback after the first is dealt with so. */
function onRetry(deal: NonNullable<Change['deliver']>): MakeChange {
  return () => {
    const seenIds = new Set<string>();
    return {
      deliver(one, next, state) {
        const { 'webhook-id': id = '' } = one.headers;
        if (seenIds.has(id)) return deal(one, next, state);
        seenIds.add(id);
        return next(one);
      },
    };
  };
}
