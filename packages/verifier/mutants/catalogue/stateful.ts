import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { freshIdIf } from '../changes/fresh-ids.ts';
import { acceptances } from '../changes/on-answer.ts';
import type { Change, MakeChange, Mutant } from '../mutant.ts';
import type { JsonObject } from '../proxy/json.ts';
import { type Call, codeOf, isAccepted, isScheduling, requestBody, withAnswerBody } from '../proxy/wire.ts';
import { keyOf } from '../proxy/world.ts';
import { asking, member, seeing, together, verdict } from '../witness/observe.ts';
import { twice } from '../witness/provocations.ts';
import { chattwo, scheduledBy, scheduling, text } from '../witness/requests.ts';
import type { Asked } from '../witness/witness.ts';
import { ofClass } from './of-class.ts';

const stateful = ofClass('stateful');
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
      async answer(call, next, world) {
        if (!isScheduling(call)) return next(call);
        const what = part(keyOf(call), String(requestBody(call).requestId));
        const others = underWay.get(what) ?? new Set();
        underWay.set(what, others.add(call));
        if (others.size > 1) for (const one of others) raced.add(one);
        const answer = await next(call);
        await delay(gapInMilliseconds);
        others.delete(call);
        return raced.has(call) && codeOf(answer) === code ? world.accept(call) : answer;
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
    async answer(call, next, world) {
      const requestId = String(requestBody(call).requestId);
      if (!isScheduling(call)) return next(call);
      if ((userOf.get(requestId) ?? keyOf(call)) !== keyOf(call))
        return world.refuse(400, 'requestId-is-not-unique');
      const answer = await next(call);
      if (isAccepted(answer)) userOf.set(requestId, keyOf(call));
      return answer;
    },
  };
}

/** An id is used as soon as somebody has tried it. */
function usedByRefusal(): Change {
  const tried = new Set<string>();
  return {
    async answer(call, next, world) {
      if (!isScheduling(call)) return next(call);
      const requestId = String(requestBody(call).requestId);
      if (tried.has(requestId)) return world.refuse(400, 'requestId-is-not-unique');
      const answer = await next(call);
      if (!isAccepted(answer) && codeOf(answer) !== 'auth-error') tried.add(requestId);
      return answer;
    },
  };
}

/** A request, so many others, and one with the id of the first that has another part. */
function again(part: JsonObject = {}, between = 0): readonly Asked[] {
  const requestId = randomUUID();
  const others = Array.from({ length: between }, () => scheduling());
  return [scheduling({ requestId }), ...others, scheduling({ requestId, ...part })];
}

export const statefulMutants: readonly Mutant[] = [
  stateful({
    id: 'stateful-forgets-all',
    clauses: unique,
    title: 'Remembers no request id',
    change: forgetting(() => true),
    witness: asking(twice, used, 'accepted'),
  }),
  stateful({
    id: 'stateful-remembers-the-last',
    clauses: unique,
    title: 'Remembers the last request id only',
    change: forgetting((requestId, seen) => seen.at(-1) !== requestId),
    witness: asking(() => again({}, 1), used, 'accepted'),
  }),
  stateful({
    id: 'stateful-unique-with-cascade',
    clauses: unique,
    title: 'Wants a request id to be new within its cascade',
    change: () => {
      const seen = new Map<string, unknown>();
      return freshIdIf((requestId, call) => {
        const { cascadeId } = requestBody(call);
        const isOther = seen.has(requestId) && seen.get(requestId) !== cascadeId;
        seen.set(requestId, cascadeId);
        return isOther;
      });
    },
    witness: asking(
      () => again({ cascadeId: chattwo, content: { chattwoContent: text() } }),
      used,
      'accepted',
    ),
  }),
  stateful({
    id: 'stateful-replays',
    clauses: unique,
    title: 'Takes a repeated request for a retry, and accepts it again',
    change: () => ({
      answer: async (call, next, world) => {
        const answer = await next(call);
        const before = world.accepted.get(keyOf(call));
        const isRepeat = before?.body.equals(call.body);
        return isRepeat && codeOf(answer) === 'requestId-is-not-unique' ? world.accept(call) : answer;
      },
    }),
    witness: asking(twice, used, 'accepted'),
  }),
  stateful({
    id: 'stateful-race-of-ids',
    clauses: unique,
    title: 'Accepts both of two requests that come at once with one id',
    change: racing((key, requestId) => `${key} ${requestId}`, 'requestId-is-not-unique'),
    witness: seeing(
      (bench) => {
        const request = scheduling();
        return together(bench, [request, request]);
      },
      `${used}, accepted`,
      'accepted, accepted',
    ),
  }),
  stateful({
    id: 'stateful-race-for-money',
    clauses: ['4.1/rule-5', '7.1/out-of-balance'],
    title: 'Spends the same money on two requests that come at once',
    change: racing((key) => key, 'out-of-balance'),
    witness: seeing(
      (bench) => {
        const key = bench.purse();
        return together(bench, [scheduledBy(key), scheduledBy(key)]);
      },
      '400 out-of-balance, accepted',
      'accepted, accepted',
    ),
  }),
  stateful({
    id: 'stateful-ids-of-all-accounts',
    clauses: ['2.1/requestId-new'],
    assumes: 'ADR-0007',
    title: 'Wants a request id to be new among all accounts',
    change: sharedIds,
    witness: seeing(
      async (bench) => {
        const requestId = randomUUID();
        await bench.send(scheduling({ requestId }));
        return verdict(await bench.send(scheduledBy('other-key', { requestId })));
      },
      'accepted',
      used,
    ),
  }),
  stateful({
    id: 'stateful-refusal-uses-id',
    clauses: ['2.1/requestId-new', '4.1/rule-6'],
    assumes: 'ADR-0007',
    title: 'Uses up the id of a refused request',
    change: usedByRefusal,
    witness: seeing(
      async (bench) => {
        const requestId = randomUUID();
        await bench.send(scheduling({ requestId, content: {} }));
        return verdict(await bench.send(scheduling({ requestId })));
      },
      'accepted',
      used,
    ),
  }),
  stateful({
    id: 'stateful-ids-with-case',
    clauses: ['2.1/requestId-new'],
    assumes: 'ADR-0007',
    title: 'Takes an id in capitals for another one',
    change: () => {
      const seen = new Set<string>();
      return freshIdIf((requestId) => {
        const isOther = !seen.has(requestId) && seen.has(requestId.toLowerCase());
        seen.add(requestId);
        return isOther;
      });
    },
    witness: seeing(
      async (bench) => {
        const requestId = randomUUID().replace(/^./, 'a');
        await bench.send(scheduling({ requestId }));
        return verdict(await bench.send(scheduling({ requestId: requestId.toUpperCase() })));
      },
      used,
      'accepted',
    ),
  }),
  stateful({
    id: 'stateful-other-echo',
    clauses: ['4.1/success'],
    assumes: 'ADR-0001',
    title: 'Echoes an id of its own',
    change: acceptances((answer) =>
      withAnswerBody(answer, { requestId: '00000000-0000-4000-8000-000000000000' }),
    ),
    witness: asking(
      () => scheduling({ requestId: randomUUID().replace(/^../, 'ff') }),
      '"ff',
      '"00',
      (seen) => member('requestId')(seen).slice(0, 3),
    ),
  }),
];
