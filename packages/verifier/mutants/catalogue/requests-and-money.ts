import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { undeliveredReasons } from '@cascade/types';
import { demoAddressOf } from '@cascade/types/demo-numbers';
import { acceptances, contentsOf, freshIdIf } from '../changes.ts';
import type { Change, MakeChange, Mutant } from '../mutant.ts';
import { keyOf } from '../proxy/provider-state.ts';
import {
  type Call,
  codeOf,
  isAccepted,
  isObject,
  isScheduling,
  isSchedulingPath,
  type JsonObject,
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
  text,
  threeStages,
  twice,
} from '../witness/requests.ts';
import {
  type Bench,
  member,
  type SentRequest,
  seeing,
  statuses,
  together,
  verdict,
} from '../witness/witness.ts';
import { mutantsOf } from './mutants-of.ts';

const stateful = mutantsOf('stateful');
const unique: Mutant['clauses'] = ['2.1/requestId-new', '4.1/rule-1', '7.1/requestId-is-not-unique'];
const used = '400 requestId-is-not-unique';

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
function sharedIds(): Change {
  const userOf = new Map<string, string>();
  return {
    async answer(call, next, state) {
      const requestId = String(requestBody(call).requestId);
      if (!isScheduling(call)) return next(call);
      if ((userOf.get(requestId) ?? keyOf(call)) !== keyOf(call))
        return state.refuse(400, 'requestId-is-not-unique');
      const answer = await next(call);
      if (isAccepted(answer)) userOf.set(requestId, keyOf(call));
      return answer;
    },
  };
}

/** A refused request uses up its id as well. */
export function usedByRefusal(): Change {
  const tried = new Set<string>();
  return {
    async answer(call, next, state) {
      const { requestId } = requestBody(call);
      if (!isScheduling(call) || typeof requestId !== 'string' || requestId === '') return next(call);
      if (tried.has(requestId)) return state.refuse(400, 'requestId-is-not-unique');
      const answer = await next(call);
      if (!isAccepted(answer) && codeOf(answer) !== 'auth-error') tried.add(requestId);
      return answer;
    },
  };
}

/** Answers first and stores later: the ids of the last requests before a restart are lost. */
function storingLate(): Change {
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
export const refusedThenSent = seeing(
  async (bench) => {
    const requestId = randomUUID();
    await bench.send(scheduling({ requestId, content: {} }));
    return verdict(await bench.send(scheduling({ requestId })));
  },
  'accepted',
  used,
);

/** A request, `between` others, and one with the id of the first that differs in `part`. */
function again(part: JsonObject = {}, between = 0): readonly SentRequest[] {
  const requestId = randomUUID();
  const others = Array.from({ length: between }, () => scheduling());
  return [scheduling({ requestId }), ...others, scheduling({ requestId, ...part })];
}

export const statefulMutants: readonly Mutant[] = [
  stateful`forgets-all: Remembers no request id [${unique}]`(
    forgetting(() => true),
    [twice, used, 'accepted'],
  ),
  stateful`remembers-the-last: Remembers the last request id only [${unique}]`(
    forgetting((requestId, seen) => seen.at(-1) !== requestId),
    [() => again({}, 1), used, 'accepted'],
  ),
  stateful`forgets-after-100: Forgets a request id after 100 others [${unique}]`(
    forgetting((requestId, seen) => seen.lastIndexOf(requestId) < seen.length - 100),
    [() => again({}, 100), used, 'accepted'],
  ),
  stateful`stored-late: Answers before it has stored the request, which a restart loses [${unique}]`(
    storingLate,
    seeing(
      async (bench) => {
        const request = scheduling();
        await bench.send(request);
        bench.restart();
        return verdict(await bench.send(request));
      },
      used,
      'accepted',
    ),
  ),
  stateful`unique-with-cascade: Wants a request id to be new within its cascade [${unique}]`(() => {
    const seen = new Map<string, unknown>();
    return freshIdIf((requestId, call) => {
      const { cascadeId } = requestBody(call);
      const isOther = seen.has(requestId) && seen.get(requestId) !== cascadeId;
      seen.set(requestId, cascadeId);
      return isOther;
    });
  }, [() => again({ cascadeId: chattwo, content: { chattwoContent: text() } }), used, 'accepted']),
  stateful`replays: Takes a repeated request for a retry, and accepts it again [${unique}]`(
    () => ({
      answer: async (call, next, state) => {
        const answer = await next(call);
        const before = state.accepted.get(keyOf(call));
        const isRepeat = before?.body.equals(call.body);
        return isRepeat && codeOf(answer) === 'requestId-is-not-unique' ? state.accept(call) : answer;
      },
    }),
    [twice, used, 'accepted'],
  ),
  stateful`race-of-ids: Accepts both of two requests that come at once with one id [${unique}]`(
    racing((key, requestId) => `${key} ${requestId}`, 'requestId-is-not-unique'),
    seeing(
      (bench) => {
        const request = scheduling();
        return together(bench, [request, request]);
      },
      `${used}, accepted`,
      'accepted, accepted',
    ),
  ),
  stateful`race-for-money: Spends the same money on two requests that come at once [4.1/rule-5, 7.1/out-of-balance]`(
    racing((key) => key, 'out-of-balance'),
    seeing(
      (bench) => {
        const key = bench.purse();
        return together(bench, [scheduledBy(key), scheduledBy(key)]);
      },
      '400 out-of-balance, accepted',
      'accepted, accepted',
    ),
  ),
  stateful`ids-of-all-accounts: Wants a request id to be new among all accounts [2.1/requestId-new, ADR-0007]`(
    sharedIds,
    seeing(
      async (bench) => {
        const requestId = randomUUID();
        await bench.send(scheduling({ requestId }));
        return verdict(await bench.send(scheduledBy('other-key', { requestId })));
      },
      'accepted',
      used,
    ),
  ),
  stateful`refusal-uses-id: Uses up the id of a refused request [2.1/requestId-new, 4.1/rule-6, ADR-0007]`(
    usedByRefusal,
    refusedThenSent,
  ),
  stateful`ids-with-case: Takes an id in capitals for another one [2.1/requestId-new, ADR-0007]`(
    () => {
      const seen = new Set<string>();
      return freshIdIf((requestId) => {
        const isOther = !seen.has(requestId) && seen.has(requestId.toLowerCase());
        seen.add(requestId);
        return isOther;
      });
    },
    seeing(
      async (bench) => {
        const requestId = randomUUID().replace(/^./, 'a');
        await bench.send(scheduling({ requestId }));
        return verdict(await bench.send(scheduling({ requestId: requestId.toUpperCase() })));
      },
      used,
      'accepted',
    ),
  ),
  stateful`other-echo: Echoes an id of its own [4.1/success, ADR-0001]`(
    acceptances((answer) => withAnswerBody(answer, { requestId: '00000000-0000-4000-8000-000000000000' })),
    [
      () => scheduling({ requestId: randomUUID().replace(/^../, 'ff') }),
      '"ff',
      '"00',
      (seen) => member('requestId')(seen).slice(0, 3),
    ],
  ),
];

const sideEffect = mutantsOf('side-effect');
const spent = '400 out-of-balance';

/** One more message of the account, without a request. */
function oneMore(call: Call): Call {
  const own = { ...members(), requestId: randomUUID() };
  return withRequestBody({ ...call, headers: { ...call.headers, 'content-type': 'application/json' } }, own);
}

/** After such answers schedules all the same, so that money is spent; says what it would have said. */
function schedulesAfter(is: (code: string | undefined) => boolean): MakeChange {
  return () => ({
    async answer(call, next, state) {
      const answer = await next(call);
      if (isScheduling(call) && is(codeOf(answer))) await state.ask(oneMore(call));
      return answer;
    },
  });
}

/** Whether a purse for one message still has its money after this request. */
function purseAfter(ask: (key: string) => SentRequest): (bench: Bench) => Promise<string> {
  return async (bench) => {
    const key = bench.purse();
    await bench.send(ask(key));
    return verdict(await bench.send(scheduledBy(key)));
  };
}

const refusedAndSpent = mutantsOf(
  'side-effect',
  (codes: readonly string[], ask: (key: string) => SentRequest) => [
    schedulesAfter((code) => code !== undefined && codes.includes(code)),
    seeing(purseAfter(ask), 'accepted', spent),
  ],
);

/** A purse for one SMS message, and a cascade of SMS and more. */
export const reservation = seeing(
  async (bench) => {
    const content = { smsContent: text(), chatoneContent: text(), chattwoContent: text() };
    return verdict(await bench.send(scheduledBy(bench.purse(), { cascadeId: threeStages, content })));
  },
  spent,
  'accepted',
);

const rule6: Mutant['clauses'] = ['4.1/rule-6', '1/validated-first'];

export const sideEffectMutants: readonly Mutant[] = [
  refusedAndSpent`after-content: Schedules although a field of the content is missing [${rule6}]`(
    ['text-not-specified', 'contentType-not-specified', 'content-not-specified'],
    (key) => scheduledBy(key, { content: { smsContent: text({ text: '' }) } }),
  ),
  refusedAndSpent`after-coverage: Schedules although content and stages do not match [${rule6}]`(
    ['cascade-scheduling-request-is-not-valid'],
    (key) => scheduledBy(key, { content: { smsContent: text(), chattwoContent: text() } }),
  ),
  refusedAndSpent`after-template: Schedules although the content breaks the template [${rule6}]`(
    [
      'matched-template-not-found',
      'button-validation-error',
      'attachmentName-is-too-long',
      'template-parameter-is-not-valid',
    ],
    (key) => scheduledBy(key, { content: { smsContent: text({ text: 4821 }) } }),
  ),
  refusedAndSpent`after-cascade: Schedules on a default cascade where it finds none [${rule6}]`(
    ['cascade-not-found'],
    (key) => scheduledBy(key, { cascadeId: 404_404 }),
  ),
  sideEffect`refusal-costs: Takes the price of a message for each refused request [${rule6}]`(
    schedulesAfter((code) => code !== undefined && code !== 'auth-error' && code !== 'out-of-balance'),
    seeing(
      purseAfter((key) => scheduledBy(key, { content: {} })),
      'accepted',
      spent,
    ),
  ),
  sideEffect`first-stage-alone: Reserves the price of the first stage alone [7.1/out-of-balance, 4.1/rule-5, ADR-0012]`(
    reservesFirstStage,
    reservation,
  ),
  sideEffect`after-method: Schedules with PUT, and then refuses it [4.2/methods, 7.1/method-not-allowed]`(
    () => ({
      async answer(call, next, state) {
        const answer = await next(call);
        const isMeant = isSchedulingPath(call.path) && codeOf(answer) === 'method-not-allowed';
        if (isMeant) await state.ask({ ...oneMore(call), method: 'POST' });
        return answer;
      },
    }),
    seeing(
      purseAfter((key) => ({ ...scheduledBy(key), method: 'PUT' })),
      'accepted',
      spent,
    ),
  ),
  sideEffect`two-for-one: Schedules two messages for one request [1/one-request-per-message, 4.1/rule-5]`(
    () => ({
      async answer(call, next, state) {
        const answer = await next(call);
        if (isScheduling(call) && isAccepted(answer)) await state.ask(oneMore(call));
        return answer;
      },
    }),
    seeing(
      async (bench) => {
        const key = bench.purse(2);
        await bench.send(scheduledBy(key));
        return verdict(await bench.send(scheduledBy(key)));
      },
      'accepted',
      spent,
    ),
  ),
  sideEffect`unreachable-fails: Fails where it knows that a subscriber will not get the message [1/one-request-per-message, 1/result-by-callback]`(
    refusesUnreachable(500, 'system-error'),
    [() => provoking('spam-rate-limit-hit'), 'accepted', '500 system-error'],
  ),
  sideEffect`refused-reported: Reports the outcome of a message that it refused [4.1/rule-6, 6/callback]`(
    reportsRefused,
    seeing(
      async (bench) => {
        const refused = scheduling({ content: { smsContent: text({ text: '' }) } });
        const seen = await bench.callbacksOf(refused, { status: 'nothing, as it is refused' });
        return `${seen.length} callbacks: ${statuses(seen)}`;
      },
      '0 callbacks: ',
      '1 callbacks: UNDELIVERED error-address-format',
    ),
  ),
];

/** Takes a cascade that the account cannot pay for, as long as it had money before. */
export function reservesFirstStage(): Change {
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

function reportsRefused(): Change {
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
