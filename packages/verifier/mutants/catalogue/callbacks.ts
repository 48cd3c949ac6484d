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
    callback({
      id: `other-reason-${reason}`,
      says: `Reports ${other} where it is ${reason}`,
      cites: [`7.4/${reason}`],
      change: events(hasReason(reason), (event) => ({ ...event, error: other })),
      ask: toldOf(reason),
      plain: `UNDELIVERED ${reason}`,
      changed: `UNDELIVERED ${other}`,
    }),
    callback({
      id: `not-reported-${reason}`,
      says: `Never reports ${reason}`,
      cites: [`7.4/${reason}`, '6/undelivered-event'],
      change: dropped(hasReason(reason)),
      ask: toldOf(reason),
      plain: `UNDELIVERED ${reason}`,
      changed: 'nothing',
    }),
  ];
});

const provoked = toldOf('spam-rate-limit-hit');

/** Every report of an undelivered message edited. */
const undelivered = mutantsOf(
  'callback',
  ({ edit }: { readonly edit: (event: JsonObject) => JsonObject }) => ({
    change: events(reportsUndelivered, edit),
    ask: provoked,
  }),
);

/** A rule that the provider does not apply: the message is delivered. */
const unlimited = mutantsOf('callback', ({ reason }: { readonly reason: KnownUndeliveredReason }) => ({
  change: events(hasReason(reason), delivered),
  ask: toldOf(reason),
}));

/** Has the reason as a word of its demo number; a message that breaks the rule is delivered. */
const wordOnly = mutantsOf(
  'callback',
  ({ reason, ask }: { readonly reason: KnownUndeliveredReason; readonly ask: Ask }) => ({
    change: () => deliversWhatBreaks(reason),
    ask: told(ask),
  }),
);

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
  undelivered({
    id: 'status-lower-case',
    says: 'Writes undelivered in lower case',
    cites: ['3/UNDELIVERED'],
    edit: (event) => ({ ...event, status: 'undelivered' }),
    plain: 'UNDELIVERED spam-rate-limit-hit',
    changed: 'undelivered spam-rate-limit-hit',
  }),
  undelivered({
    id: 'status-failed',
    says: 'Says FAILED for UNDELIVERED',
    cites: ['3/UNDELIVERED'],
    edit: (event) => ({ ...event, status: 'FAILED' }),
    plain: 'UNDELIVERED spam-rate-limit-hit',
    changed: 'FAILED spam-rate-limit-hit',
  }),
  undelivered({
    id: 'status-number',
    says: 'Numbers the statuses',
    cites: ['3/UNDELIVERED'],
    edit: (event) => ({ ...event, status: 5 }),
    plain: 'UNDELIVERED spam-rate-limit-hit',
    changed: '5 spam-rate-limit-hit',
  }),
  undelivered({
    id: 'reason-missing',
    says: 'Does not say why',
    cites: ['1/undelivered-with-reason', '3/UNDELIVERED-on-callback', '6/undelivered-event'],
    edit: (event) => without(event, 'error'),
    plain: 'UNDELIVERED spam-rate-limit-hit',
    changed: 'UNDELIVERED',
  }),
  undelivered({
    id: 'reason-null',
    says: 'Has null for a reason',
    cites: ['1/undelivered-with-reason', '3/UNDELIVERED-on-callback', '6/undelivered-event'],
    edit: (event) => ({ ...event, error: null }),
    plain: 'UNDELIVERED spam-rate-limit-hit',
    changed: 'UNDELIVERED',
  }),
  undelivered({
    id: 'reason-empty',
    says: 'Has an empty reason',
    cites: ['1/undelivered-with-reason', '3/UNDELIVERED-on-callback', '6/undelivered-event'],
    edit: (event) => ({ ...event, error: '' }),
    plain: 'UNDELIVERED spam-rate-limit-hit',
    changed: 'UNDELIVERED ',
  }),
  undelivered({
    id: 'reason-prose',
    says: 'Writes a sentence for a reason',
    cites: ['6/undelivered-event'],
    edit: (event) => ({ ...event, error: 'Too many messages' }),
    plain: 'UNDELIVERED spam-rate-limit-hit',
    changed: 'UNDELIVERED Too many messages',
  }),
  undelivered({
    id: 'reason-spelling',
    says: 'Writes reasons with underscores',
    cites: ['6/undelivered-event'],
    edit: (event) => ({ ...event, error: String(event.error).replaceAll('-', '_') }),
    plain: 'UNDELIVERED spam-rate-limit-hit',
    changed: 'UNDELIVERED spam_rate_limit_hit',
  }),
  undelivered({
    id: 'reason-one-for-all',
    says: 'Has one reason for all',
    cites: ['6/undelivered-event'],
    edit: (event) => ({ ...event, error: 'message-undeliverable' }),
    plain: 'UNDELIVERED spam-rate-limit-hit',
    changed: 'UNDELIVERED message-undeliverable',
  }),
  undelivered({
    id: 'wrongly-delivered',
    says: 'Reports as delivered what was not',
    cites: ['6/undelivered-event', '3/UNDELIVERED-on-callback'],
    edit: delivered,
    plain: 'UNDELIVERED spam-rate-limit-hit',
    changed: 'DELIVERED',
  }),
  callback({
    id: 'wrongly-undelivered',
    says: 'Reports as undelivered what was delivered',
    cites: ['3/UNDELIVERED-on-callback'],
    change: events(
      ({ status }) => status === 'DELIVERED',
      (event) => ({ ...event, status: 'UNDELIVERED', error: 'message-undeliverable' }),
    ),
    ask: told(() => listenerMessage(), 'DELIVERED'),
    plain: 'DELIVERED',
    changed: 'UNDELIVERED message-undeliverable',
  }),
  callback({
    id: 'daily-limit-of-sms',
    says: 'Has a daily limit on SMS, too',
    cites: ['7.4/daily-rate-limit'],
    change: events(
      (event) => reportsUndelivered(event) && event.channelType === 'SMS',
      (event) => ({ ...event, error: 'daily-rate-limit' }),
    ),
    ask: told(() => provoking('spam-rate-limit-hit', 'SMS')),
    plain: 'UNDELIVERED spam-rate-limit-hit',
    changed: 'UNDELIVERED daily-rate-limit',
  }),
  callback({
    id: 'none',
    says: 'Sends no callback',
    cites: ['1/result-by-callback', '6/callback'],
    change: dropped(anyEvent),
    ask: provoked,
    plain: 'UNDELIVERED spam-rate-limit-hit',
    changed: 'nothing',
  }),
  callback({
    id: 'first-only',
    says: 'Calls back once a message, at its first status',
    cites: ['6/callback'],
    change: firstOnly,
    ask: provoked,
    plain: 'UNDELIVERED spam-rate-limit-hit',
    changed: 'nothing',
  }),
  unlimited({
    id: 'delivered-error-subject-unknown',
    says: 'Sends under signatures that are not activated',
    cites: ['7.4/signatures-activated-first', '7.4/error-subject-unknown'],
    reason: 'error-subject-unknown',
    plain: 'UNDELIVERED error-subject-unknown',
    changed: 'DELIVERED',
  }),
  unlimited({
    id: 'delivered-duplicated',
    says: 'Sends duplicates',
    cites: ['8/duplicate-window', '7.4/duplicated'],
    reason: 'duplicated',
    plain: 'UNDELIVERED duplicated',
    changed: 'DELIVERED',
  }),
  unlimited({
    id: 'delivered-session-not-started',
    says: 'Needs no dialogue',
    cites: ['8/dialogue-session', '7.4/session-not-started'],
    reason: 'session-not-started',
    plain: 'UNDELIVERED session-not-started',
    changed: 'DELIVERED',
  }),
  unlimited({
    id: 'delivered-too-long-message',
    says: 'Has no limit of message length',
    cites: ['8/message-length', '7.4/too-long-message'],
    reason: 'too-long-message',
    plain: 'UNDELIVERED too-long-message',
    changed: 'DELIVERED',
  }),
  wordOnly({
    id: 'word-only-duplicated',
    says: 'Reports duplicated at an address that asks for it, and has no such rule',
    cites: ['8/duplicate-window', '7.4/duplicated'],
    reason: 'duplicated',
    ask: repeated,
    plain: 'UNDELIVERED duplicated',
    changed: 'DELIVERED',
  }),
  wordOnly({
    id: 'word-only-session-not-started',
    says: 'Reports session-not-started at an address that asks for it, and has no such rule',
    cites: ['8/dialogue-session', '7.4/session-not-started'],
    reason: 'session-not-started',
    ask: freeText,
    plain: 'UNDELIVERED session-not-started',
    changed: 'DELIVERED',
  }),
  wordOnly({
    id: 'word-only-too-long-message',
    says: 'Reports too-long-message at an address that asks for it, and has no such rule',
    cites: ['8/message-length', '7.4/too-long-message'],
    reason: 'too-long-message',
    ask: sms(textContent({ text: 'x'.repeat(lengthLimit + 1) })),
    plain: 'UNDELIVERED too-long-message',
    changed: 'DELIVERED',
  }),
  wordOnly({
    id: 'word-only-error-subject-unknown',
    says: 'Reports error-subject-unknown at an address that asks for it, and has no such rule',
    cites: ['7.4/signatures-activated-first', '7.4/error-subject-unknown'],
    reason: 'error-subject-unknown',
    ask: () => scheduling({ cascadeId: notActivated }),
    plain: 'UNDELIVERED error-subject-unknown',
    changed: 'DELIVERED',
  }),
  callback({
    id: 'to-old-address',
    says: 'Keeps an address that has taken ten callbacks, whatever is registered later',
    cites: ['6/registration', '6/callback', 'ADR-0014'],
    change: keepsAddress,
    ask: seeing(async (bench) => {
      const limit = 'spam-rate-limit-hit';
      const ten = Array.from({ length: 10 }, () => provoking(limit));
      await bench.callbacksOf(ten, { status: 'UNDELIVERED' });
      const seen = await bench.callbacksOf(provoking(limit), { status: 'UNDELIVERED' });
      return seen.some((one) => statusAndReason(one).startsWith('UNDELIVERED')) ? 'told' : 'nothing';
    }),
    plain: 'told',
    changed: 'nothing',
  }),
  callback({
    id: 'address-refused',
    says: 'Refuses at once a number of the wrong format',
    cites: ['7.4/error-address-format', 'ADR-0022'],
    change: refusesAddress,
    ask: asked({ subscriberFilter: { address: 'call me', type: 'PHONE' } }),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
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
  { class: 'callback', prefix: 'callback-payload', cites: ['6/payload', 'ADR-0015'] },
  ({
    edit,
    look,
  }: {
    readonly edit: (event: JsonObject) => JsonObject;
    readonly look: (event: JsonObject) => string;
  }) => ({
    change: events(reportsUndelivered, edit),
    ask: seen(([first]) => (first === undefined ? 'nothing' : look(jsonBodyOf(first)))),
  }),
);

const signing = mutantsOf(
  { class: 'callback', prefix: 'callback-signing', cites: ['6/signing', 'ADR-0017'] },
  ({
    change,
    look,
  }: {
    readonly change: (callback: Callback) => Partial<Callback>;
    readonly look: (callback: SeenCallback) => string;
  }) => ({
    change: callbacks(anyEvent, (one) => ({ ...one, ...change(one) })),
    ask: seen(([first]) => (first === undefined ? 'nothing' : look(first))),
  }),
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
  payload({
    id: 'request-id',
    says: 'Reports under an id of its own',
    edit: (event) => ({ ...event, requestId: randomUUID() }),
    look: () => 'reported',
    plain: 'reported',
    changed: 'nothing',
  }),
  payload({
    id: 'request-id-missing',
    says: 'Does not say of which request',
    edit: (event) => without(event, 'requestId'),
    look: hasMember('requestId'),
    plain: 'there',
    changed: 'nothing',
  }),
  payload({
    id: 'reason-member',
    says: 'Has the reason in errorReason',
    edit: ({ error = null, ...event }) => ({ ...event, errorReason: error }),
    look: hasMember('error'),
    plain: 'there',
    changed: 'absent',
  }),
  payload({
    id: 'status-at',
    says: 'Writes the time as a number',
    edit: (event) => ({ ...event, statusAt: Date.parse(String(event.statusAt)) }),
    look: ({ statusAt }) => typeof statusAt,
    plain: 'string',
    changed: 'number',
  }),
  payload({
    id: 'cascade-id',
    says: 'Writes the cascade id as text',
    edit: (event) => ({ ...event, cascadeId: String(event.cascadeId) }),
    look: ({ cascadeId }) => typeof cascadeId,
    plain: 'number',
    changed: 'string',
  }),
  payload({
    id: 'channel',
    says: 'Writes the channel in lower case',
    edit: (event) => ({ ...event, channelType: String(event.channelType).toLowerCase() }),
    look: ({ channelType }) => written(channelType),
    plain: '"CHATTWO"',
    changed: '"chattwo"',
  }),
  payload({
    id: 'stage',
    says: 'Says the number of the stage in its cascade',
    edit: (event) => ({ ...event, cascadeStageUUID: 1 }),
    look: ({ cascadeStageUUID }) => typeof cascadeStageUUID,
    plain: 'string',
    changed: 'number',
  }),
  signing({
    id: 'wrong',
    says: 'Signs with another secret',
    change: () => ({ signature: 'wrong' }),
    look: signature,
    plain: 'right',
    changed: 'wrong',
  }),
  signing({
    id: 'none',
    says: 'Does not sign',
    change: () => ({ signature: 'none' }),
    look: has('webhook-signature'),
    plain: 'there',
    changed: 'absent',
  }),
  signing({
    id: 'old',
    says: 'Signs an hour late',
    change: signedAt((seconds) => String(Number(seconds) - 3_600)),
    look: (one) => (Number(secondsOf(one)) * 1_000 > Date.now() - 300_000 ? 'recent' : 'old'),
    plain: 'recent',
    changed: 'old',
  }),
  signing({
    id: 'milliseconds',
    says: 'Counts the time of signing in milliseconds',
    change: signedAt((seconds) => `${seconds}000`),
    look: (one) => `${secondsOf(one).length} digits`,
    plain: '10 digits',
    changed: '13 digits',
  }),
  signing({
    id: 'without-id',
    says: 'Has no webhook-id',
    change: ({ headers: { 'webhook-id': _, ...headers } }) => ({ headers }),
    look: has('webhook-id'),
    plain: 'there',
    changed: 'absent',
  }),
  callback({
    id: 'doubled',
    says: 'Calls twice about one change, each time under a new id',
    cites: ['6/callback', 'ADR-0018'],
    change: () => ({
      async deliver(one, next) {
        await next(one);
        return next(withNewId(one));
      },
    }),
    ask: seen(idsOf),
    plain: '1, 1 ids',
    changed: '2, 2 ids',
  }),
  callback({
    id: 'new-id-on-retry',
    says: 'Has another webhook-id at each attempt',
    cites: ['6/callback', 'ADR-0018'],
    change: onRetry((one, next) => next(withNewId(one))),
    ask: retried(idsOf),
    plain: '2, 1 ids',
    changed: '2, 2 ids',
  }),
  callback({
    id: 'one-id',
    says: 'Has one webhook-id for all callbacks',
    cites: ['6/callback', 'ADR-0018'],
    change: withOneId,
    ask: seeing(async (bench) => {
      const all = await bench.callbacksOf(provoking('spam-rate-limit-hit'), { status: 'UNDELIVERED' });
      const ids = new Set(all.map(({ headers }) => headers['webhook-id']));
      return ids.size === all.length ? 'ids' : 'one id';
    }),
    plain: 'ids',
    changed: 'one id',
  }),
  callback({
    id: 'no-retry-after-404',
    says: 'Tries once if the receiver answers 4xx',
    cites: ['6/callback', 'ADR-0018'],
    change: givesUpAfter4xx,
    ask: retried((all) => String(all.length), 404),
    plain: '2',
    changed: '1',
  }),
  callback({
    id: 'after-410',
    says: 'Goes on to an address that answered 410',
    cites: ['6/callback', '6/registration', 'ADR-0018'],
    change: goesOnAfter410,
    ask: timing(async (bench) => {
      const asks = Array.from({ length: 20 }, () => listenerMessage());
      const all = await bench.callbacksOf(asks, { status: 'DELIVERED', milliseconds: 10_000 }, () => 410);
      return all.length > 0 ? 'told' : 'nothing';
    }),
    plain: 'nothing',
    changed: 'told',
  }),
  callback({
    id: 'later-stages',
    says: 'Begins the next stage although one has delivered',
    cites: ['1/cascade', '1/timing-between-stages', 'ADR-0019'],
    change: goesOnWithStages,
    ask: seeing(async (bench) => {
      const content = { chatoneContent: textContent(), chattwoContent: textContent() };
      const message = scheduling({ cascadeId: twoStages, content, subscriberFilter: reachedSubscriber });
      const all = await bench.callbacksOf(message, { status: 'DELIVERED' });
      return `${new Set(all.map((one) => written(jsonBodyOf(one).cascadeStageUUID))).size} stages`;
    }),
    plain: '1 stages',
    changed: '2 stages',
  }),
  callback({
    id: 'no-retry',
    says: 'Tries once',
    cites: ['6/callback', 'ADR-0018'],
    change: onRetry(async () => 200),
    ask: retried((all) => String(all.length)),
    plain: '2',
    changed: '1',
  }),
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
