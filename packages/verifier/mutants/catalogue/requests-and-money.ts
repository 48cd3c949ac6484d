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
  cites: '2.1/requestId-new, 4.1/rule-1, 7.1/requestId-is-not-unique',
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
  stateful`forgets-all: Remembers no request id
    ${forgetting(() => true)} ${twice} 400 requestId-is-not-unique → accepted`,
  stateful`remembers-the-last: Remembers the last request id only
    ${forgetting((requestId, seen) => seen.at(-1) !== requestId)}
    ${again(1)} 400 requestId-is-not-unique → accepted`,
  stateful`forgets-after-100: Forgets a request id after 100 others
    ${forgetting((requestId, seen) => seen.lastIndexOf(requestId) < seen.length - 100)}
    ${again(100)} 400 requestId-is-not-unique → accepted`,
  stateful`forgets-after-two-seconds: Forgets a request id after two seconds [2.1/requestId-new, 7.1/requestId-is-not-unique, ADR-0007]
    ${forgetsAfter(2_000)}
    ${seeing(async (bench) => {
      const request = scheduling();
      await bench.send(request);
      await delay(2_100);
      return verdict(await bench.send(request));
    })}
    400 requestId-is-not-unique → accepted`,
  stateful`stored-late: Answers before it has stored the request, which a restart loses
    ${storingLate}
    ${seeing(async (bench) => {
      const request = scheduling();
      await bench.send(request);
      bench.restart();
      return verdict(await bench.send(request));
    })}
    400 requestId-is-not-unique → accepted`,
  stateful`unique-with-cascade: Wants a request id to be new within its cascade
    ${uniqueWithCascade}
    ${again(0, { cascadeId: chattwo, content: { chattwoContent: textContent() } })} 400 requestId-is-not-unique → accepted`,
  stateful`replays: Takes a repeated request for a retry, and accepts it again
    ${acceptInsteadOf(
      'requestId-is-not-unique',
      (_, __, { accepted }, call) => accepted.get(keyOf(call))?.body.equals(call.body) === true,
    )}
    ${twice} 400 requestId-is-not-unique → accepted`,
  stateful`race-of-ids: Accepts both of two requests that come at once with one id
    ${racing((key, requestId) => `${key} ${requestId}`, 'requestId-is-not-unique')}
    ${seeing((bench) => together(bench, twice()))} 400 requestId-is-not-unique, accepted → accepted, accepted`,
  stateful`race-for-money: Spends the same money on two requests that come at once [4.1/rule-5, 7.1/out-of-balance]
    ${racing((key) => key, 'out-of-balance')}
    ${seeing((bench) => {
      const key = bench.purse();
      return together(bench, [scheduledBy(key), scheduledBy(key)]);
    })}
    400 out-of-balance, accepted → accepted, accepted`,
  stateful`ids-of-all-accounts: Wants a request id to be new among all accounts [2.1/requestId-new, ADR-0007]
    ${sharedIds}
    ${() => {
      const requestId = randomUUID();
      return [scheduling({ requestId }), scheduledBy('other-key', { requestId })];
    }}
    accepted → 400 requestId-is-not-unique`,
  stateful`refusal-uses-id: Uses up the id of a refused request [2.1/requestId-new, 4.1/rule-6, ADR-0007]
    ${usedByRefusal} ${refusedThenSent} accepted → 400 requestId-is-not-unique`,
  stateful`ids-with-case: Takes an id in capitals for another one [2.1/requestId-new, ADR-0007]
    ${idsWithCase}
    ${() => {
      const requestId = randomUUID().replace(/^./, 'a');
      return [scheduling({ requestId }), scheduling({ requestId: requestId.toUpperCase() })];
    }}
    400 requestId-is-not-unique → accepted`,
  stateful`other-echo: Echoes an id of its own [4.1/success, ADR-0001]
    ${acceptances((answer) => withAnswerBody(answer, { requestId: '00000000-0000-4000-8000-000000000000' }))}
    ${() => scheduling({ requestId: randomUUID().replace(/^../, 'ff') })}
    ${(seen) => member('requestId')(seen).slice(0, 3)} "ff → "00`,
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

const sideEffect = mutantsOf({ class: 'side-effect', cites: '4.1/rule-6, 1/validated-first' });

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
  { class: 'side-effect', cites: '4.1/rule-6, 1/validated-first' },
  (codes: readonly string[], part: JsonObject) => [
    schedulesAfter((answer, call) => isScheduling(call) && codes.includes(codeOf(answer) ?? '')),
    purseAfter((key) => scheduledBy(key, part)),
  ],
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
  refusedAndSpent`after-content: Schedules although a field of the content is missing
    ${ofContent} ${{ content: { smsContent: textContent({ text: '' }) } }} accepted → 400 out-of-balance`,
  refusedAndSpent`after-coverage: Schedules although content and stages do not match
    ${['cascade-scheduling-request-is-not-valid']}
    ${{ content: { smsContent: textContent(), chattwoContent: textContent() } }} accepted → 400 out-of-balance`,
  refusedAndSpent`after-template: Schedules although the content breaks the template
    ${ofTemplate} ${{ content: { smsContent: textContent({ text: 4821 }) } }} accepted → 400 out-of-balance`,
  refusedAndSpent`after-cascade: Schedules on a default cascade where it finds none
    ${['cascade-not-found']} ${{ cascadeId: 404_404 }} accepted → 400 out-of-balance`,
  sideEffect`refusal-costs: Takes the price of a message for each refused request
    ${schedulesAfter((answer, call) => {
      const code = codeOf(answer);
      return isScheduling(call) && code !== undefined && code !== 'auth-error' && code !== 'out-of-balance';
    })}
    ${purseAfter((key) => scheduledBy(key, { content: {} }))} accepted → 400 out-of-balance`,
  sideEffect`refusal-pays: Gives an account the price of a message for each refusal for want of money [4.1/rule-5, 7.1/out-of-balance, 4.1/rule-6]
    ${paysForRefusals}
    ${() => [scheduledBy('poor-key'), scheduledBy('poor-key')]} 400 out-of-balance → accepted`,
  sideEffect`first-stage-alone: Reserves the price of the first stage alone [7.1/out-of-balance, 4.1/rule-5, ADR-0012]
    ${reservesFirstStage} ${reservation} 400 out-of-balance → accepted`,
  sideEffect`after-method: Schedules with PUT, and then refuses it [4.2/methods, 7.1/method-not-allowed]
    ${schedulesAfter((answer, { path }) => isSchedulingPath(path) && codeOf(answer) === 'method-not-allowed')}
    ${purseAfter((key) => ({ ...scheduledBy(key), method: 'PUT' }))} accepted → 400 out-of-balance`,
  sideEffect`two-for-one: Schedules two messages for one request [1/one-request-per-message, 4.1/rule-5]
    ${schedulesAfter((answer, call) => isScheduling(call) && isSuccessful(answer))}
    ${purseAfter(scheduledBy, 2)} accepted → 400 out-of-balance`,
  sideEffect`unreachable-fails: Fails where it knows that a subscriber will not get the message [1/one-request-per-message, 1/result-by-callback]
    ${refusesUnreachable(500, 'system-error')}
    ${() => provoking('spam-rate-limit-hit')} accepted → 500 system-error`,
  sideEffect`refused-reported: Reports the outcome of a message that it refused [4.1/rule-6, 6/callback]
    ${reportsRefused}
    ${seeing(async (bench) => {
      const refused = scheduling({ content: { smsContent: textContent({ text: '' }) } });
      return statuses(await bench.callbacksOf(refused, { status: 'nothing, as it is refused' }));
    })}
    «» → UNDELIVERED error-address-format`,
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
