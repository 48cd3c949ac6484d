import { randomUUID } from 'node:crypto';
import { type KnownUndeliveredReason, undeliveredReasons } from '@cascade/types';
import { demoAddressOf } from '@cascade/types/demo-numbers';
import { anyEvent, callbacks, dropped, events, hasReason, reportsUndelivered } from '../changes.ts';
import type { MakeChange, Mutant, ProxyChange } from '../mutant.ts';
import { mutantsOf } from '../mutant.ts';
import {
  type Callback,
  isObject,
  isScheduling,
  type JsonObject,
  requestBody,
  without,
} from '../proxy/wire.ts';
import {
  asked,
  isSignedRightly,
  lengthLimit,
  listenerMessage,
  notActivated,
  provoking,
  scheduling,
  sms,
  textContent,
  twoStages,
} from '../witness/requests.ts';
import {
  type Ask,
  type AskedRequest,
  jsonBodyOf,
  type Procedure,
  type SeenCallback,
  seeing,
  statusAndReason,
  statuses,
  timing,
  written,
} from '../witness/witness.ts';

const reasons = undeliveredReasons();

/** The callback that tells the end of a message, as it looks to the receiver. */
function told(ask: Ask, status = 'UNDELIVERED'): Procedure {
  return seeing(async (bench) => {
    const all = await bench.callbacksOf(ask(), { status });
    const last = all.filter((one) => !['ENQUEUED', 'SENT'].includes(statusAndReason(one)));
    return last.length === 0 ? 'nothing' : statuses(last);
  });
}

const toldOf = (reason: KnownUndeliveredReason) => told(() => provoking(reason));
const delivered = (event: JsonObject) => ({ ...event, status: 'DELIVERED', error: null });

const callback = mutantsOf('callback');

/** Two for each reason of §7.4: another reason comes, or the word for a delivered message. */
const perReason: readonly Mutant[] = reasons.flatMap((reason, at) => {
  const other = reasons[(at + 1) % reasons.length] ?? '';
  return [
    callback.row(
      `other-reason-${reason}: Reports ${other} where it is ${reason} [7.4/${reason}]`,
      [events(hasReason(reason), (event) => ({ ...event, error: other })), toldOf(reason)],
      `UNDELIVERED ${reason} → UNDELIVERED ${other}`,
    ),
    callback.row(
      `not-reported-${reason}: Never reports ${reason} [7.4/${reason}, 6/undelivered-event]`,
      [dropped(hasReason(reason)), toldOf(reason)],
      `UNDELIVERED ${reason} → nothing`,
    ),
  ];
});

const provoked = toldOf('spam-rate-limit-hit');

/** Every report of an undelivered message edited. */
const undelivered = mutantsOf('callback', (edit: (event: JsonObject) => JsonObject) => [
  events(reportsUndelivered, edit),
  provoked,
]);

/** A rule that the provider does not apply: the message is delivered. */
const unlimited = mutantsOf('callback', (reason: KnownUndeliveredReason) => [
  events(hasReason(reason), delivered),
  toldOf(reason),
]);

/** Has the reason as a word of its demo number; a message that breaks the rule is delivered. */
const wordOnly = mutantsOf('callback', (reason: KnownUndeliveredReason, ask: Ask) => [
  () => deliversWhatBreaks(reason),
  told(ask),
]);

function deliversWhatBreaks(reason: KnownUndeliveredReason): ProxyChange {
  const addresses = new Map<unknown, unknown>();
  return {
    answer(call, next) {
      const { requestId, subscriberFilter } = requestBody(call);
      if (isScheduling(call) && isObject(subscriberFilter))
        addresses.set(requestId, subscriberFilter.address);
      return next(call);
    },
    deliver(callback, next) {
      const { event } = callback;
      const isRule = hasReason(reason)(event) && addresses.get(event.requestId) !== demoAddressOf(reason);
      return next(isRule ? { ...callback, event: delivered(event) } : callback);
    },
  };
}

/** A message by SMS, and the same again. */
function repeated(): readonly AskedRequest[] {
  const content = { smsContent: textContent() };
  return [scheduling({ content }), scheduling({ content })];
}

/** To a subscriber without a dialogue, in words that no template of the account has. */
function freeText(): AskedRequest {
  const address = `+4420${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  return listenerMessage(address, 'CHATTWO', `Free text ${randomUUID().replaceAll('-', ' ')}`);
}

export const callbackMutants: readonly Mutant[] = [
  ...perReason,
  undelivered`status-lower-case: Writes undelivered in lower case [3/UNDELIVERED]
    ${(event) => ({ ...event, status: 'undelivered' })}
    UNDELIVERED spam-rate-limit-hit → undelivered spam-rate-limit-hit`,
  undelivered`status-failed: Says FAILED for UNDELIVERED [3/UNDELIVERED]
    ${(event) => ({ ...event, status: 'FAILED' })}
    UNDELIVERED spam-rate-limit-hit → FAILED spam-rate-limit-hit`,
  undelivered`status-number: Numbers the statuses [3/UNDELIVERED]
    ${(event) => ({ ...event, status: 5 })} UNDELIVERED spam-rate-limit-hit → 5 spam-rate-limit-hit`,
  undelivered`reason-missing: Does not say why [1/undelivered-with-reason, 3/UNDELIVERED-on-callback, 6/undelivered-event]
    ${(event) => without(event, 'error')} UNDELIVERED spam-rate-limit-hit → UNDELIVERED`,
  undelivered`reason-null: Has null for a reason [1/undelivered-with-reason, 3/UNDELIVERED-on-callback, 6/undelivered-event]
    ${(event) => ({ ...event, error: null })} UNDELIVERED spam-rate-limit-hit → UNDELIVERED`,
  undelivered`reason-empty: Has an empty reason [1/undelivered-with-reason, 3/UNDELIVERED-on-callback, 6/undelivered-event]
    ${(event) => ({ ...event, error: '' })} UNDELIVERED spam-rate-limit-hit → «UNDELIVERED »`,
  undelivered`reason-prose: Writes a sentence for a reason [6/undelivered-event]
    ${(event) => ({ ...event, error: 'Too many messages' })}
    UNDELIVERED spam-rate-limit-hit → UNDELIVERED Too many messages`,
  undelivered`reason-spelling: Writes reasons with underscores [6/undelivered-event]
    ${(event) => ({ ...event, error: String(event.error).replaceAll('-', '_') })}
    UNDELIVERED spam-rate-limit-hit → UNDELIVERED spam_rate_limit_hit`,
  undelivered`reason-one-for-all: Has one reason for all [6/undelivered-event]
    ${(event) => ({ ...event, error: 'message-undeliverable' })}
    UNDELIVERED spam-rate-limit-hit → UNDELIVERED message-undeliverable`,
  undelivered`wrongly-delivered: Reports as delivered what was not [6/undelivered-event, 3/UNDELIVERED-on-callback]
    ${delivered} UNDELIVERED spam-rate-limit-hit → DELIVERED`,
  callback`wrongly-undelivered: Reports as undelivered what was delivered [3/UNDELIVERED-on-callback]
    ${events(
      ({ status }) => status === 'DELIVERED',
      (event) => ({ ...event, status: 'UNDELIVERED', error: 'message-undeliverable' }),
    )}
    ${told(() => listenerMessage(), 'DELIVERED')} DELIVERED → UNDELIVERED message-undeliverable`,
  callback`daily-limit-of-sms: Has a daily limit on SMS, too [7.4/daily-rate-limit]
    ${events(
      (event) => reportsUndelivered(event) && event.channelType === 'SMS',
      (event) => ({ ...event, error: 'daily-rate-limit' }),
    )}
    ${told(() => provoking('spam-rate-limit-hit', 'SMS'))}
    UNDELIVERED spam-rate-limit-hit → UNDELIVERED daily-rate-limit`,
  callback`none: Sends no callback [1/result-by-callback, 6/callback]
    ${dropped(anyEvent)} ${provoked} UNDELIVERED spam-rate-limit-hit → nothing`,
  callback`first-only: Calls back once a message, at its first status [6/callback]
    ${firstOnly} ${provoked} UNDELIVERED spam-rate-limit-hit → nothing`,
  unlimited`delivered-error-subject-unknown: Sends under signatures that are not activated [7.4/signatures-activated-first, 7.4/error-subject-unknown]
    ${'error-subject-unknown'} UNDELIVERED error-subject-unknown → DELIVERED`,
  unlimited`delivered-duplicated: Sends duplicates [8/duplicate-window, 7.4/duplicated]
    ${'duplicated'} UNDELIVERED duplicated → DELIVERED`,
  unlimited`delivered-session-not-started: Needs no dialogue [8/dialogue-session, 7.4/session-not-started]
    ${'session-not-started'} UNDELIVERED session-not-started → DELIVERED`,
  unlimited`delivered-too-long-message: Has no limit of message length [8/message-length, 7.4/too-long-message]
    ${'too-long-message'} UNDELIVERED too-long-message → DELIVERED`,
  wordOnly`word-only-duplicated: Reports duplicated at an address that asks for it, and has no such rule [8/duplicate-window, 7.4/duplicated]
    ${'duplicated'} ${repeated} UNDELIVERED duplicated → DELIVERED`,
  wordOnly`word-only-session-not-started: Reports session-not-started at an address that asks for it, and has no such rule [8/dialogue-session, 7.4/session-not-started]
    ${'session-not-started'} ${freeText} UNDELIVERED session-not-started → DELIVERED`,
  wordOnly`word-only-too-long-message: Reports too-long-message at an address that asks for it, and has no such rule [8/message-length, 7.4/too-long-message]
    ${'too-long-message'} ${sms(textContent({ text: 'x'.repeat(lengthLimit + 1) }))} UNDELIVERED too-long-message → DELIVERED`,
  wordOnly`word-only-error-subject-unknown: Reports error-subject-unknown at an address that asks for it, and has no such rule [7.4/signatures-activated-first, 7.4/error-subject-unknown]
    ${'error-subject-unknown'} ${() => scheduling({ cascadeId: notActivated })} UNDELIVERED error-subject-unknown → DELIVERED`,
  callback`to-old-address: Keeps an address that has taken ten callbacks, whatever is registered later [6/registration, 6/callback, ADR-0014]
    ${keepsAddress}
    ${seeing(async (bench) => {
      const limit = 'spam-rate-limit-hit';
      const ten = Array.from({ length: 10 }, () => provoking(limit));
      await bench.callbacksOf(ten, { status: 'UNDELIVERED' });
      const seen = await bench.callbacksOf(provoking(limit), { status: 'UNDELIVERED' });
      return seen.some((one) => statusAndReason(one).startsWith('UNDELIVERED')) ? 'told' : 'nothing';
    })}
    told → nothing`,
  callback`address-refused: Refuses at once a number of the wrong format [7.4/error-address-format, ADR-0022]
    ${refusesAddress}
    ${asked({ subscriberFilter: { address: 'call me', type: 'PHONE' } })} accepted → 400 matched-template-not-found`,
];

/** An address that has taken ten callbacks is kept. */
function keepsAddress(): ProxyChange {
  const taken: string[] = [];
  return {
    async deliver(one, next) {
      const [kept] = taken.length < 10 ? [] : taken;
      if (kept !== undefined) return next({ ...one, receiver: kept });
      const status = await next(one);
      if (status < 300) taken.splice(0, taken[0] === one.receiver ? 0 : 10, one.receiver);
      return status;
    },
  };
}

/** Only the first event of each message comes through. */
function firstOnly(): ProxyChange {
  const told = new Set<unknown>();
  return {
    async deliver(callback, next) {
      const { messageId } = callback.event;
      if (told.has(messageId)) return 200;
      told.add(messageId);
      return next(callback);
    },
  };
}

function refusesAddress(): ProxyChange {
  return {
    async answer(call, next, state) {
      const { subscriberFilter } = requestBody(call);
      const address = isObject(subscriberFilter) ? subscriberFilter.address : undefined;
      const isWrong = typeof address === 'string' && !/^\+?\d+$/.test(address);
      return isScheduling(call) && isWrong ? state.refuse(400, 'matched-template-not-found') : next(call);
    },
  };
}

type Look = (callbacks: readonly SeenCallback[]) => string;

/** What the receiver sees of the report that a message was not delivered. */
function seen(look: Look): Procedure {
  return seeing(async (bench) => {
    const all = await bench.callbacksOf(provoking('spam-rate-limit-hit'), { status: 'UNDELIVERED' });
    return look(all.filter((one) => reportsUndelivered(jsonBodyOf(one))));
  });
}

/** What the receiver sees of two callback attempts, of which it refuses the first. */
function retried(look: Look, status = 503): Procedure {
  return seeing(async (bench) => {
    let attempts = 0;
    const refuseFirst = (event: JsonObject) =>
      event.status === 'DELIVERED' && ++attempts === 1 ? status : 204;
    const all = await bench.callbacksOf(listenerMessage(), { status: 'DELIVERED', attempts: 2 }, refuseFirst);
    return look(all.filter((one) => jsonBodyOf(one).status === 'DELIVERED'));
  });
}

/** Nothing of the payload but status and reason is shown (§6): these break what we assume. */
const payload = mutantsOf(
  { class: 'callback', prefix: 'callback-payload', cites: '6/payload, ADR-0015' },
  (edit: (event: JsonObject) => JsonObject, look: (event: JsonObject) => string) => [
    events(reportsUndelivered, edit),
    seen(([first]) => (first === undefined ? 'nothing' : look(jsonBodyOf(first)))),
  ],
);

const signing = mutantsOf(
  { class: 'callback', prefix: 'callback-signing', cites: '6/signing, ADR-0017' },
  (change: (callback: Callback) => Partial<Callback>, look: (callback: SeenCallback) => string) => [
    callbacks(anyEvent, (one) => ({ ...one, ...change(one) })),
    seen(([first]) => (first === undefined ? 'nothing' : look(first))),
  ],
);

const hasMember = (name: string) => (event: JsonObject) => (event[name] === undefined ? 'absent' : 'there');
const has =
  (name: string) =>
  ({ headers }: SeenCallback) =>
    headers[name] === undefined ? 'absent' : 'there';
const signature = (one: SeenCallback) => (isSignedRightly(one) ? 'right' : 'wrong');
const secondsOf = ({ headers }: Pick<Callback, 'headers'>) => headers['webhook-timestamp'] ?? '';
const signedAt = (write: (seconds: string) => string) => (callback: Callback) => ({
  headers: { ...callback.headers, 'webhook-timestamp': write(secondsOf(callback)) },
});
const idsOf = (all: readonly SeenCallback[]) =>
  `${all.length}, ${new Set(all.map(({ headers }) => headers['webhook-id'])).size} ids`;
const withNewId = (callback: Callback): Callback => ({
  ...callback,
  headers: { ...callback.headers, 'webhook-id': `msg_${randomUUID()}` },
});

/** A subscriber whom every channel reaches. */
const reachedSubscriber = { address: '+12025550199', type: 'PHONE' };

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
  payload`stage: Says the number of the stage in its cascade
    ${(event) => ({ ...event, cascadeStageUUID: 1 })}
    ${({ cascadeStageUUID }) => typeof cascadeStageUUID} string → number`,
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
  callback`one-id: Has one webhook-id for all callbacks [6/callback, ADR-0018]
    ${withOneId}
    ${seeing(async (bench) => {
      const all = await bench.callbacksOf(provoking('spam-rate-limit-hit'), { status: 'UNDELIVERED' });
      const ids = new Set(all.map(({ headers }) => headers['webhook-id']));
      return ids.size === all.length ? 'ids' : 'one id';
    })}
    ids → one id`,
  callback`no-retry-after-404: Tries once if the receiver answers 4xx [6/callback, ADR-0018]
    ${givesUpAfter4xx} ${retried((all) => String(all.length), 404)} 2 → 1`,
  callback`after-410: Goes on to an address that answered 410 [6/callback, 6/registration, ADR-0018]
    ${goesOnAfter410}
    ${timing(async (bench) => {
      const asks = Array.from({ length: 20 }, () => listenerMessage());
      const all = await bench.callbacksOf(asks, { status: 'DELIVERED', milliseconds: 10_000 }, () => 410);
      return all.length > 0 ? 'told' : 'nothing';
    })}
    nothing → told`,
  callback`later-stages: Begins the next stage although one has delivered [1/cascade, 1/timing-between-stages, ADR-0019]
    ${goesOnWithStages}
    ${seeing(async (bench) => {
      const content = { chatoneContent: textContent(), chattwoContent: textContent() };
      const message = scheduling({ cascadeId: twoStages, content, subscriberFilter: reachedSubscriber });
      const all = await bench.callbacksOf(message, { status: 'DELIVERED' });
      return `${new Set(all.map((one) => written(jsonBodyOf(one).cascadeStageUUID))).size} stages`;
    })}
    1 stages → 2 stages`,
  callback`no-retry: Tries once [6/callback, ADR-0018]
    ${onRetry(async () => 200)} ${retried((all) => String(all.length))} 2 → 1`,
];

/** Every attempt of a callback after the first is dealt with so. */
function onRetry(deal: NonNullable<ProxyChange['deliver']>): MakeChange {
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

/** Every callback under the id of the first. */
export function withOneId(): ProxyChange {
  let first: string | undefined;
  return {
    deliver(one, next) {
      first ??= one.headers['webhook-id'] ?? '';
      return next({ ...one, headers: { ...one.headers, 'webhook-id': first } });
    },
  };
}

/** What a receiver answered with 4xx counts as told, and so does its repetition. */
function givesUpAfter4xx(): ProxyChange {
  const refused = new Set<string>();
  return {
    async deliver(one, next) {
      const { 'webhook-id': id = '' } = one.headers;
      if (refused.has(id)) return 200;
      const status = await next(one);
      if (status >= 400 && status < 500) refused.add(id);
      return status;
    },
  };
}

function goesOnAfter410(): ProxyChange {
  return {
    async deliver(one, next) {
      const status = await next(one);
      return status === 410 ? 200 : status;
    },
  };
}

/** After a stage has delivered, another one begins, a second later. */
export function goesOnWithStages(): ProxyChange {
  return {
    async deliver(one, next) {
      const status = await next(one);
      const { event } = one;
      if (event.status !== 'DELIVERED' || status >= 300) return status;
      const statusAt = new Date(Date.parse(String(event.statusAt)) + 1_000).toISOString();
      const later = { ...event, status: 'ENQUEUED', cascadeStageUUID: randomUUID(), statusAt };
      await next(withNewId({ ...one, event: later }));
      return status;
    },
  };
}
