import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { undeliveredReasons } from '@cascade/types';
import { demoAddressOf } from '@cascade/types/demo-numbers';
import { acceptances, acceptInsteadOf, answers, contentsOf, freshIdIf } from '../changes.ts';
import type { MakeChange, Mutant, ProxyChange } from '../mutant.ts';
import { mutantsOf } from '../mutant.ts';
import { keyOf } from '../proxy/provider-state.ts';
import {
  type Call,
  codeOf,
  isObject,
  isScheduling,
  isSchedulingPath,
  isSuccessful,
  type JsonObject,
  type ProxyAnswer,
  requestBody,
  withAnswerBody,
  withRequestBody,
} from '../proxy/wire.ts';
import {
  chattwo,
  members,
  provoking,
  scheduledBy,
  scheduling,
  textContent,
  threeStages,
  twice,
} from '../witness/requests.ts';
import {
  type Ask,
  type AskedRequest,
  member,
  type Procedure,
  seeing,
  statuses,
  together,
  verdict,
} from '../witness/witness.ts';

const stateful = mutantsOf({
  class: 'stateful',
  cites: ['2.1/requestId-new', '4.1/rule-1', '7.1/requestId-is-not-unique'],
});

/** A memory of the request ids that came, which forgets too much. */
function forgetting(isForgotten: (requestId: string, seen: readonly string[]) => boolean): MakeChange {
  return () => {
    const seen: string[] = [];
    return freshIdIf((requestId) => {
      const forgotten = seen.includes(requestId) && isForgotten(requestId, seen);
      seen.push(requestId);
      return forgotten;
    });
  };
}

/** An id counts as new again when this time has passed since it came first. */
function forgetsAfter(milliseconds: number): MakeChange {
  return () => {
    const cameAt = new Map<string, number>();
    return freshIdIf((requestId) => {
      const now = performance.now();
      const first = cameAt.get(requestId) ?? now;
      cameAt.set(requestId, first);
      return now - first > milliseconds;
    });
  };
}

/** Looks first and writes down later: requests that overlap in this part do not see each other. */
function racing(part: (key: string, requestId: string) => string, code: string): MakeChange {
  return () => {
    const underWay = new Map<string, Set<Call>>();
    const raced = new Set<Call>();
    return {
      async answer(call, next, state) {
        if (!isScheduling(call)) return next(call);
        const what = part(keyOf(call), String(requestBody(call).requestId));
        const others = underWay.get(what) ?? new Set();
        underWay.set(what, others.add(call));
        if (others.size > 1) for (const one of others) raced.add(one);
        const answer = await next(call);
        await delay(gapInMilliseconds);
        others.delete(call);
        return raced.has(call) && codeOf(answer) === code ? state.accept(call) : answer;
      },
    };
  };
}

/** Between looking and writing down. */
const gapInMilliseconds = 40;

/** An id that one account used is used for all. */
function sharedIds(): ProxyChange {
  const userOf = new Map<string, string>();
  return {
    async answer(call, next, state) {
      const requestId = String(requestBody(call).requestId);
      if (!isScheduling(call)) return next(call);
      if ((userOf.get(requestId) ?? keyOf(call)) !== keyOf(call))
        return state.refuse(400, 'requestId-is-not-unique');
      const answer = await next(call);
      if (isSuccessful(answer)) userOf.set(requestId, keyOf(call));
      return answer;
    },
  };
}

/** A refused request uses up its id as well. */
export function usedByRefusal(): ProxyChange {
  const tried = new Set<string>();
  return {
    async answer(call, next, state) {
      const { requestId } = requestBody(call);
      if (!isScheduling(call) || typeof requestId !== 'string' || requestId === '') return next(call);
      if (tried.has(requestId)) return state.refuse(400, 'requestId-is-not-unique');
      const answer = await next(call);
      if (!isSuccessful(answer) && codeOf(answer) !== 'auth-error') tried.add(requestId);
      return answer;
    },
  };
}

/** Answers first and stores later: the ids of the last requests before a restart are lost. */
function storingLate(): ProxyChange {
  const seen: string[] = [];
  const lost = new Set<string>();
  const { answer, ...rest } = freshIdIf((requestId) => lost.delete(requestId));
  return {
    ...rest,
    answer(call, next, state) {
      if (isScheduling(call)) seen.push(String(requestBody(call).requestId));
      return answer?.(call, next, state) ?? next(call);
    },
    restart() {
      for (const requestId of seen.slice(-unstored)) lost.add(requestId);
    },
  };
}

/** Requests that are answered and not yet stored. */
const unstored = 10;

/** A request that is refused, and a good one with its id. */
export const refusedThenSent: Ask = () => {
  const requestId = randomUUID();
  return [scheduling({ requestId, content: {} }), scheduling({ requestId })];
};

/** A request, `between` others, and one with the id of the first that differs in `part`. */
const again =
  (between = 0, part: JsonObject = {}): Ask =>
  () => {
    const requestId = randomUUID();
    const others = Array.from({ length: between }, () => scheduling());
    return [scheduling({ requestId }), ...others, scheduling({ requestId, ...part })];
  };

export const statefulMutants: readonly Mutant[] = [
  stateful({
    id: 'forgets-all',
    says: 'Remembers no request id',
    change: forgetting(() => true),
    ask: twice,
    plain: '400 requestId-is-not-unique',
    changed: 'accepted',
  }),
  stateful({
    id: 'remembers-the-last',
    says: 'Remembers the last request id only',
    change: forgetting((requestId, seen) => seen.at(-1) !== requestId),
    ask: again(1),
    plain: '400 requestId-is-not-unique',
    changed: 'accepted',
  }),
  stateful({
    id: 'forgets-after-100',
    says: 'Forgets a request id after 100 others',
    change: forgetting((requestId, seen) => seen.lastIndexOf(requestId) < seen.length - 100),
    ask: again(100),
    plain: '400 requestId-is-not-unique',
    changed: 'accepted',
  }),
  stateful({
    id: 'forgets-after-two-seconds',
    says: 'Forgets a request id after two seconds',
    cites: ['2.1/requestId-new', '7.1/requestId-is-not-unique', 'ADR-0007'],
    change: forgetsAfter(2_000),
    ask: seeing(async (bench) => {
      const request = scheduling();
      await bench.send(request);
      await delay(2_100);
      return verdict(await bench.send(request));
    }),
    plain: '400 requestId-is-not-unique',
    changed: 'accepted',
  }),
  stateful({
    id: 'stored-late',
    says: 'Answers before it has stored the request, which a restart loses',
    change: storingLate,
    ask: seeing(async (bench) => {
      const request = scheduling();
      await bench.send(request);
      bench.restart();
      return verdict(await bench.send(request));
    }),
    plain: '400 requestId-is-not-unique',
    changed: 'accepted',
  }),
  stateful({
    id: 'unique-with-cascade',
    says: 'Wants a request id to be new within its cascade',
    change: uniqueWithCascade,
    ask: again(0, { cascadeId: chattwo, content: { chattwoContent: textContent() } }),
    plain: '400 requestId-is-not-unique',
    changed: 'accepted',
  }),
  stateful({
    id: 'replays',
    says: 'Takes a repeated request for a retry, and accepts it again',
    change: acceptInsteadOf(
      'requestId-is-not-unique',
      (_, __, { accepted }, call) => accepted.get(keyOf(call))?.body.equals(call.body) === true,
    ),
    ask: twice,
    plain: '400 requestId-is-not-unique',
    changed: 'accepted',
  }),
  stateful({
    id: 'race-of-ids',
    says: 'Accepts both of two requests that come at once with one id',
    change: racing((key, requestId) => `${key} ${requestId}`, 'requestId-is-not-unique'),
    ask: seeing((bench) => together(bench, twice())),
    plain: '400 requestId-is-not-unique, accepted',
    changed: 'accepted, accepted',
  }),
  stateful({
    id: 'race-for-money',
    says: 'Spends the same money on two requests that come at once',
    cites: ['4.1/rule-5', '7.1/out-of-balance'],
    change: racing((key) => key, 'out-of-balance'),
    ask: seeing((bench) => {
      const key = bench.purse();
      return together(bench, [scheduledBy(key), scheduledBy(key)]);
    }),
    plain: '400 out-of-balance, accepted',
    changed: 'accepted, accepted',
  }),
  stateful({
    id: 'ids-of-all-accounts',
    says: 'Wants a request id to be new among all accounts',
    cites: ['2.1/requestId-new', 'ADR-0007'],
    change: sharedIds,
    ask: () => {
      const requestId = randomUUID();
      return [scheduling({ requestId }), scheduledBy('other-key', { requestId })];
    },
    plain: 'accepted',
    changed: '400 requestId-is-not-unique',
  }),
  stateful({
    id: 'refusal-uses-id',
    says: 'Uses up the id of a refused request',
    cites: ['2.1/requestId-new', '4.1/rule-6', 'ADR-0007'],
    change: usedByRefusal,
    ask: refusedThenSent,
    plain: 'accepted',
    changed: '400 requestId-is-not-unique',
  }),
  stateful({
    id: 'ids-with-case',
    says: 'Takes an id in capitals for another one',
    cites: ['2.1/requestId-new', 'ADR-0007'],
    change: idsWithCase,
    ask: () => {
      const requestId = randomUUID().replace(/^./, 'a');
      return [scheduling({ requestId }), scheduling({ requestId: requestId.toUpperCase() })];
    },
    plain: '400 requestId-is-not-unique',
    changed: 'accepted',
  }),
  stateful({
    id: 'other-echo',
    says: 'Echoes an id of its own',
    cites: ['4.1/success', 'ADR-0001'],
    change: acceptances((answer) =>
      withAnswerBody(answer, { requestId: '00000000-0000-4000-8000-000000000000' }),
    ),
    ask: () => scheduling({ requestId: randomUUID().replace(/^../, 'ff') }),
    lens: (seen) => member('requestId')(seen).slice(0, 3),
    plain: '"ff',
    changed: '"00',
  }),
];

/** An id with another cascade than before counts as new. */
function uniqueWithCascade(): ProxyChange {
  const seen = new Map<string, unknown>();
  return freshIdIf((requestId, call) => {
    const { cascadeId } = requestBody(call);
    const isOther = seen.has(requestId) && seen.get(requestId) !== cascadeId;
    seen.set(requestId, cascadeId);
    return isOther;
  });
}

/** An id that came in small letters counts as new in capitals. */
function idsWithCase(): ProxyChange {
  const seen = new Set<string>();
  return freshIdIf((requestId) => {
    const isOther = !seen.has(requestId) && seen.has(requestId.toLowerCase());
    seen.add(requestId);
    return isOther;
  });
}

const sideEffect = mutantsOf({ class: 'side-effect', cites: ['4.1/rule-6', '1/validated-first'] });

/** One more message of the account, without a request. */
function oneMore(call: Call): Call {
  const own = { ...members(), requestId: randomUUID() };
  const headers = { ...call.headers, 'content-type': 'application/json' };
  return withRequestBody({ ...call, method: 'POST', headers }, own);
}

/** After such answers schedules all the same, so that money is spent; says what it would have said. */
function schedulesAfter(is: (answer: ProxyAnswer, call: Call) => boolean): MakeChange {
  return answers(async (answer, call, state) => {
    if (is(answer, call)) await state.ask(oneMore(call));
    return answer;
  });
}

/** Whether a purse for `messages` still has money after this request. */
export function purseAfter(ask: (key: string) => AskedRequest, messages: 1 | 2 = 1): Procedure {
  return seeing(async (bench) => {
    const key = bench.purse(messages);
    await bench.send(ask(key));
    return verdict(await bench.send(scheduledBy(key)));
  });
}

const refusedAndSpent = mutantsOf(
  { class: 'side-effect', cites: ['4.1/rule-6', '1/validated-first'] },
  ({ codes, part }: { readonly codes: readonly string[]; readonly part: JsonObject }) => ({
    change: schedulesAfter((answer, call) => isScheduling(call) && codes.includes(codeOf(answer) ?? '')),
    ask: purseAfter((key) => scheduledBy(key, part)),
  }),
);

/** A purse for one SMS message, and a cascade of SMS and more. */
export const reservation = seeing(async (bench) => {
  const content = { smsContent: textContent(), chatoneContent: textContent(), chattwoContent: textContent() };
  return verdict(await bench.send(scheduledBy(bench.purse(), { cascadeId: threeStages, content })));
});

const ofContent = ['text-not-specified', 'contentType-not-specified', 'content-not-specified'];
const ofTemplate = [
  'matched-template-not-found',
  'button-validation-error',
  'attachmentName-is-too-long',
  'template-parameter-is-not-valid',
];

export const sideEffectMutants: readonly Mutant[] = [
  refusedAndSpent({
    id: 'after-content',
    says: 'Schedules although a field of the content is missing',
    codes: ofContent,
    part: { content: { smsContent: textContent({ text: '' }) } },
    plain: 'accepted',
    changed: '400 out-of-balance',
  }),
  refusedAndSpent({
    id: 'after-coverage',
    says: 'Schedules although content and stages do not match',
    codes: ['cascade-scheduling-request-is-not-valid'],
    part: { content: { smsContent: textContent(), chattwoContent: textContent() } },
    plain: 'accepted',
    changed: '400 out-of-balance',
  }),
  refusedAndSpent({
    id: 'after-template',
    says: 'Schedules although the content breaks the template',
    codes: ofTemplate,
    part: { content: { smsContent: textContent({ text: 4821 }) } },
    plain: 'accepted',
    changed: '400 out-of-balance',
  }),
  refusedAndSpent({
    id: 'after-cascade',
    says: 'Schedules on a default cascade where it finds none',
    codes: ['cascade-not-found'],
    part: { cascadeId: 404_404 },
    plain: 'accepted',
    changed: '400 out-of-balance',
  }),
  sideEffect({
    id: 'refusal-costs',
    says: 'Takes the price of a message for each refused request',
    change: schedulesAfter((answer, call) => {
      const code = codeOf(answer);
      return isScheduling(call) && code !== undefined && code !== 'auth-error' && code !== 'out-of-balance';
    }),
    ask: purseAfter((key) => scheduledBy(key, { content: {} })),
    plain: 'accepted',
    changed: '400 out-of-balance',
  }),
  sideEffect({
    id: 'refusal-pays',
    says: 'Gives an account the price of a message for each refusal for want of money',
    cites: ['4.1/rule-5', '7.1/out-of-balance', '4.1/rule-6'],
    change: paysForRefusals,
    ask: () => [scheduledBy('poor-key'), scheduledBy('poor-key')],
    plain: '400 out-of-balance',
    changed: 'accepted',
  }),
  sideEffect({
    id: 'first-stage-alone',
    says: 'Reserves the price of the first stage alone',
    cites: ['7.1/out-of-balance', '4.1/rule-5', 'ADR-0012'],
    change: reservesFirstStage,
    ask: reservation,
    plain: '400 out-of-balance',
    changed: 'accepted',
  }),
  sideEffect({
    id: 'after-method',
    says: 'Schedules with PUT, and then refuses it',
    cites: ['4.2/methods', '7.1/method-not-allowed'],
    change: schedulesAfter(
      (answer, { path }) => isSchedulingPath(path) && codeOf(answer) === 'method-not-allowed',
    ),
    ask: purseAfter((key) => ({ ...scheduledBy(key), method: 'PUT' })),
    plain: 'accepted',
    changed: '400 out-of-balance',
  }),
  sideEffect({
    id: 'two-for-one',
    says: 'Schedules two messages for one request',
    cites: ['1/one-request-per-message', '4.1/rule-5'],
    change: schedulesAfter((answer, call) => isScheduling(call) && isSuccessful(answer)),
    ask: purseAfter(scheduledBy, 2),
    plain: 'accepted',
    changed: '400 out-of-balance',
  }),
  sideEffect({
    id: 'unreachable-fails',
    says: 'Fails where it knows that a subscriber will not get the message',
    cites: ['1/one-request-per-message', '1/result-by-callback'],
    change: refusesUnreachable(500, 'system-error'),
    ask: () => provoking('spam-rate-limit-hit'),
    plain: 'accepted',
    changed: '500 system-error',
  }),
  sideEffect({
    id: 'refused-reported',
    says: 'Reports the outcome of a message that it refused',
    cites: ['4.1/rule-6', '6/callback'],
    change: reportsRefused,
    ask: seeing(async (bench) => {
      const refused = scheduling({ content: { smsContent: textContent({ text: '' }) } });
      return statuses(await bench.callbacksOf(refused, { status: 'nothing, as it is refused' }));
    }),
    plain: '',
    changed: 'UNDELIVERED error-address-format',
  }),
];

function paysForRefusals(): ProxyChange {
  const refused = new Map<string, number>();
  return {
    async answer(call, next, state) {
      const answer = await next(call);
      if (!isScheduling(call) || codeOf(answer) !== 'out-of-balance') return answer;
      const paid = refused.get(keyOf(call)) ?? 0;
      refused.set(keyOf(call), paid > 0 ? paid - 1 : 1);
      return paid > 0 ? state.accept(call) : answer;
    },
  };
}

/** Takes a cascade that the account cannot pay for, as long as it had money before. */
export function reservesFirstStage(): ProxyChange {
  return {
    async answer(call, next, state) {
      const wasEmpty = state.emptyKeys.has(keyOf(call));
      const answer = await next(call);
      const hasMoreStages = contentsOf(requestBody(call)).length > 1;
      const isMeant = isScheduling(call) && hasMoreStages && codeOf(answer) === 'out-of-balance';
      return isMeant && !wasEmpty ? state.accept(call) : answer;
    },
  };
}

/** Answers so to messages that would end UNDELIVERED. */
export function refusesUnreachable(status: number, code: string): MakeChange {
  const addresses = new Set<string>(undeliveredReasons().map(demoAddressOf));
  return () => ({
    async answer(call, next, state) {
      const { subscriberFilter } = requestBody(call);
      const address = isObject(subscriberFilter) ? subscriberFilter.address : undefined;
      const isMeant = isScheduling(call) && typeof address === 'string' && addresses.has(address);
      return isMeant ? state.refuse(status, code) : next(call);
    },
  });
}

function reportsRefused(): ProxyChange {
  return {
    async answer(call, next, state) {
      const answer = await next(call);
      const { requestId } = requestBody(call);
      if (isScheduling(call) && codeOf(answer) !== undefined && typeof requestId === 'string')
        await state.report(keyOf(call), { requestId, status: 'UNDELIVERED', error: 'error-address-format' });
      return answer;
    },
  };
}
