import { randomUUID } from 'node:crypto';
import { type KnownUndeliveredReason, undeliveredReasons } from '@cascade/types';
import { demoAddressOf } from '@cascade/types/demo-numbers';
import { anyEvent, dropped, events, hasReason, isUndelivered } from '../changes.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import { isObject, isScheduling, type JsonObject, requestBody, without } from '../proxy/wire.ts';
import {
  lengthLimit,
  listenerMessage,
  notActivated,
  provoking,
  scheduling,
  text,
} from '../witness/requests.ts';
import type { Asked, SeenCallback } from '../witness/witness.ts';
import { seeing, statusAndReason, statuses } from '../witness/witness.ts';
import { assuming, mutantsOf } from './mutants-of.ts';

const reasons = undeliveredReasons();

/** The callback that tells the end of a message, as it looks to the receiver. */
function told(
  ask: () => Asked | readonly Asked[],
  status: string,
  plain: string,
  changed: string,
): Mutant['witness'] {
  const look = (callbacks: readonly SeenCallback[]) => {
    const last = callbacks.filter((one) => !['ENQUEUED', 'SENT'].includes(statusAndReason(one)));
    return last.length === 0 ? 'nothing' : statuses(last);
  };
  return seeing(async (bench) => look(await bench.callbacksOf(ask(), { status })), plain, changed);
}

const callback = mutantsOf('callback');

/** Two for each reason of §7.4: another reason comes, or the word for a delivered message. */
const perReason: readonly Mutant[] = reasons.flatMap((reason, at) => {
  const other = reasons[(at + 1) % reasons.length] ?? '';
  const clause = `7.4/${reason}`;
  const plain = `UNDELIVERED ${reason}`;
  return [
    callback(
      `other-reason-${reason}`,
      [clause],
      `Reports ${other} where it is ${reason}`,
      events(hasReason(reason), (event) => ({ ...event, error: other })),
      told(() => provoking(reason), 'UNDELIVERED', plain, `UNDELIVERED ${other}`),
    ),
    callback(
      `not-reported-${reason}`,
      [clause, '6/undelivered-event'],
      `Never reports ${reason}`,
      dropped(hasReason(reason)),
      told(() => provoking(reason), 'UNDELIVERED', plain, 'nothing'),
    ),
  ];
});

const limit = 'spam-rate-limit-hit';
const provoked = () => provoking(limit);
const plain = `UNDELIVERED ${limit}`;

/** Every report of an undelivered message edited. */
function undelivered(
  id: string,
  clauses: Mutant['clauses'],
  title: string,
  edit: (event: JsonObject) => JsonObject,
  changed: string,
): Mutant {
  return callback(
    id,
    clauses,
    title,
    events(isUndelivered, edit),
    told(provoked, 'UNDELIVERED', plain, changed),
  );
}

/** A rule that the provider does not apply: the message is delivered. */
function delivered(reason: KnownUndeliveredReason, clauses: Mutant['clauses'], title: string): Mutant {
  const change = events(hasReason(reason), (event) => ({ ...event, status: 'DELIVERED', error: null }));
  return callback(
    `delivered-${reason}`,
    clauses,
    title,
    change,
    told(() => provoking(reason), 'UNDELIVERED', `UNDELIVERED ${reason}`, 'DELIVERED'),
  );
}

/** Has the reason as a word of its demo number; a message that breaks the rule is delivered. */
function wordOnly(
  reason: KnownUndeliveredReason,
  clauses: Mutant['clauses'],
  ask: () => Asked | readonly Asked[],
): Mutant {
  const change: MakeChange = () => {
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
        return next(
          isRule ? { ...callback, event: { ...event, status: 'DELIVERED', error: null } } : callback,
        );
      },
    };
  };
  return callback(
    `word-only-${reason}`,
    clauses,
    `Reports ${reason} at an address that asks for it, and has no such rule`,
    change,
    told(ask, 'UNDELIVERED', `UNDELIVERED ${reason}`, 'DELIVERED'),
  );
}

/** A message by SMS, and the same again. */
function repeated(): readonly Asked[] {
  const content = { smsContent: text() };
  return [scheduling({ content }), scheduling({ content })];
}

/** To a subscriber without a dialogue, in words that no template of the account has. */
function freeText(): Asked {
  const address = `+4420${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  return listenerMessage(address, 'CHATTWO', `Free text ${randomUUID().replaceAll('-', ' ')}`);
}

const withReason: Mutant['clauses'] = [
  '1/undelivered-with-reason',
  '3/UNDELIVERED-on-callback',
  '6/undelivered-event',
];

export const callbackMutants: readonly Mutant[] = [
  ...perReason,
  undelivered(
    'status-lower-case',
    ['3/UNDELIVERED'],
    'Writes undelivered in lower case',
    (event) => ({ ...event, status: 'undelivered' }),
    `undelivered ${limit}`,
  ),
  undelivered(
    'status-failed',
    ['3/UNDELIVERED'],
    'Says FAILED for UNDELIVERED',
    (event) => ({ ...event, status: 'FAILED' }),
    `FAILED ${limit}`,
  ),
  undelivered(
    'status-number',
    ['3/UNDELIVERED'],
    'Numbers the statuses',
    (event) => ({ ...event, status: 5 }),
    `5 ${limit}`,
  ),
  undelivered(
    'reason-missing',
    withReason,
    'Does not say why',
    (event) => without(event, 'error'),
    'UNDELIVERED',
  ),
  undelivered(
    'reason-null',
    withReason,
    'Has null for a reason',
    (event) => ({ ...event, error: null }),
    'UNDELIVERED',
  ),
  undelivered(
    'reason-empty',
    withReason,
    'Has an empty reason',
    (event) => ({ ...event, error: '' }),
    'UNDELIVERED ',
  ),
  undelivered(
    'reason-prose',
    ['6/undelivered-event'],
    'Writes a sentence for a reason',
    (event) => ({ ...event, error: 'Too many messages' }),
    'UNDELIVERED Too many messages',
  ),
  undelivered(
    'reason-spelling',
    ['6/undelivered-event'],
    'Writes reasons with underscores',
    (event) => ({ ...event, error: String(event.error).replaceAll('-', '_') }),
    'UNDELIVERED spam_rate_limit_hit',
  ),
  undelivered(
    'reason-one-for-all',
    ['6/undelivered-event'],
    'Has one reason for all',
    (event) => ({ ...event, error: 'message-undeliverable' }),
    'UNDELIVERED message-undeliverable',
  ),
  undelivered(
    'wrongly-delivered',
    ['6/undelivered-event', '3/UNDELIVERED-on-callback'],
    'Reports as delivered what was not',
    (event) => ({ ...event, status: 'DELIVERED', error: null }),
    'DELIVERED',
  ),
  callback(
    'wrongly-undelivered',
    ['3/UNDELIVERED-on-callback'],
    'Reports as undelivered what was delivered',
    events(
      ({ status }) => status === 'DELIVERED',
      (event) => ({ ...event, status: 'UNDELIVERED', error: 'message-undeliverable' }),
    ),
    told(() => listenerMessage(), 'DELIVERED', 'DELIVERED', 'UNDELIVERED message-undeliverable'),
  ),
  callback(
    'daily-limit-of-sms',
    ['7.4/daily-rate-limit'],
    'Has a daily limit on SMS, too',
    events(
      (event) => isUndelivered(event) && event.channelType === 'SMS',
      (event) => ({ ...event, error: 'daily-rate-limit' }),
    ),
    told(() => provoking(limit, 'SMS'), 'UNDELIVERED', plain, 'UNDELIVERED daily-rate-limit'),
  ),
  callback(
    'none',
    ['1/result-by-callback', '6/callback'],
    'Sends no callback',
    dropped(anyEvent),
    told(provoked, 'UNDELIVERED', plain, 'nothing'),
  ),
  callback(
    'first-only',
    ['6/callback'],
    'Calls back once a message, at its first status',
    firstOnly,
    told(provoked, 'UNDELIVERED', plain, 'nothing'),
  ),
  delivered(
    'error-subject-unknown',
    ['7.4/signatures-activated-first', '7.4/error-subject-unknown'],
    'Sends under signatures that are not activated',
  ),
  delivered('duplicated', ['8/duplicate-window', '7.4/duplicated'], 'Sends duplicates'),
  delivered('session-not-started', ['8/dialogue-session', '7.4/session-not-started'], 'Needs no dialogue'),
  delivered(
    'too-long-message',
    ['8/message-length', '7.4/too-long-message'],
    'Has no limit of message length',
  ),
  wordOnly('duplicated', ['8/duplicate-window', '7.4/duplicated'], repeated),
  wordOnly('session-not-started', ['8/dialogue-session', '7.4/session-not-started'], freeText),
  wordOnly('too-long-message', ['8/message-length', '7.4/too-long-message'], () =>
    scheduling({ content: { smsContent: text({ text: 'x'.repeat(lengthLimit + 1) }) } }),
  ),
  wordOnly('error-subject-unknown', ['7.4/signatures-activated-first', '7.4/error-subject-unknown'], () =>
    scheduling({ cascadeId: notActivated }),
  ),
  assuming(
    'ADR-0014',
    callback(
      'to-old-address',
      ['6/registration', '6/callback'],
      'Keeps an address that has taken ten callbacks, whatever is registered later',
      () => {
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
      },
      seeing(
        async (bench) => {
          const ten = Array.from({ length: 10 }, () => provoking(limit));
          await bench.callbacksOf(ten, { status: 'UNDELIVERED' });
          const seen = await bench.callbacksOf(provoking(limit), { status: 'UNDELIVERED' });
          return seen.some((one) => statusAndReason(one).startsWith('UNDELIVERED')) ? 'told' : 'nothing';
        },
        'told',
        'nothing',
      ),
    ),
  ),
  assuming(
    'ADR-0022',
    callback(
      'address-refused',
      ['7.4/error-address-format'],
      'Refuses at once a number of the wrong format',
      refusesAddress,
      [
        () => scheduling({ subscriberFilter: { address: 'call me', type: 'PHONE' } }),
        'accepted',
        '400 matched-template-not-found',
      ],
    ),
  ),
];

/** Only the first event of each message comes through. */
function firstOnly(): ReturnType<MakeChange> {
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

function refusesAddress(): ReturnType<MakeChange> {
  return {
    async answer(call, next, world) {
      const { subscriberFilter } = requestBody(call);
      const address = isObject(subscriberFilter) ? subscriberFilter.address : undefined;
      const isWrong = typeof address === 'string' && !/^\+?\d+$/.test(address);
      return isScheduling(call) && isWrong ? world.refuse(400, 'matched-template-not-found') : next(call);
    },
  };
}
