import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { load, mutantsOf } from '@cascade/repository/test-kit/mutate-source';
import { afterAll, expect, test } from 'vitest';
import type { CascadeEvent } from './events.ts';
import { type Attempt, accepted, type CascadeState, type PlannedStage, type Transition } from './state.ts';
import type { AttemptStatus, GatewayStatus } from './status-rank.ts';
import { stageOf } from './testing.ts';
import { transition } from './transition.ts';

/**
 * Every state that a plan can reach, by any event in any order. Here the plans of two stages, and a part of
 * the mutants; `npm --prefix packages/transition run graph` walks every plan of three stages and tries every
 * mutant.
 */
const isFull = process.env.GRAPH === 'full';

/** What the full walk found, as committed; it writes it again. */
const file = new URL('../results/graph.json', import.meta.url);
const figures: Record<string, unknown> = {};

afterAll(() => {
  if (isFull) writeFileSync(file, `${JSON.stringify(figures, undefined, 2)}\n`);
});

type Ttls = readonly (number | null)[];
const ttls: Ttls = [null, 60];
const ofOne = ttls.map((ttl) => [ttl]);
const ofTwo = ofOne.flatMap((before) => ttls.map((ttl) => [...before, ttl]));

/** Prices differ, so that money of one stage is never taken for that of another. */
const planOf = (stages: Ttls, prices: readonly number[] = [3, 5, 7]) =>
  stages.map((ttlSeconds, at) => stageOf({ ttlSeconds, price: prices[at] ?? 0 }));
/** A stage that costs nothing moves no money. */
const free = [
  [0, 1],
  [1, 0],
].map((prices) => planOf([60, null], prices));
/** A stage after the one under way matters, once an earlier one is delivered. */
const longest = planOf([60, 60, null]);
const ofTwoAtMost = [...[...ofOne, ...ofTwo].map((stages) => planOf(stages)), ...free];
const telling = [...ofTwoAtMost, longest];

const ofThree = isFull ? ofTwo.flatMap((before) => ttls.map((ttl) => planOf([...before, ttl]))) : [];

test('every edge of the engine keeps every law', () => {
  const begin = performance.now();
  const plans = isFull ? [...telling, ...ofThree] : ofTwoAtMost;
  const graphs = plans.map((plan) => walkGraph(transition, plan));
  const [states, edges] = (['states', 'edges'] as const).map((part) =>
    graphs.reduce((sum, graph) => sum + graph[part], 0),
  );
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  Object.assign(figures, { plans: graphs.length, states, edges, seconds: Number(seconds) });
  process.stdout.write(`${graphs.length} plans, ${states} states, ${edges} edges in ${seconds} s\n`);
  expect(edges).toBeGreaterThan(90_000);
}, 600_000);

const files = ['longest-receipt', 'status-rank', 'transition'] as const;
const sources = files.map((name) => readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8'));

/** A broken engine may never stop to find new states. */
function isKilled(sources: readonly string[], plans = telling): boolean {
  try {
    const { transition: mutated } = load(sources);
    for (const plan of plans) walkGraph(mutated as TransitionFunction, plan);
    return false;
  } catch {
    return true;
  }
}

const seed = Number(process.env.SEED ?? 1);

/** One in ten, others with another SEED. */
function drawnOf<Each>(all: readonly Each[]): readonly Each[] {
  return all.filter((_, at) => (at + seed) % 10 === 0);
}

/** Mutants that do the same as the engine, and why. */
const equivalent: Readonly<Record<string, string>> = {
  'status-rank: file: 6 → 7': 'the highest rank is only compared',
  'transition: followedBy: ...first.followups → ...[]': 'the first of two steps asks for no job',
  'transition: awaitReceipt: reason → ...{}': 'a stage under way has no reason',
  "transition: isDue: state.phase !== 'ended' && position === … state.plan.length → state.phase !== 'ended' && position === …ttempts.length + 1":
    'start skips a stage that does not exist',
  "transition: isHeldBy: status === 'ENQUEUED' && holder?.replica === by.replica → holder?.replica === by.replica":
    'no other status has a holder',
  'transition: report: delivered === undefined ? unchanged(next…delivered, update) → raise(next, delivered, update)':
    'the attempt was raised the step before',
  'transition: report: update.reference === null || attempt.reference !== null → attempt.reference !== null':
    'replaces no reference by none',
  'transition: start: if (stage === undefined) return unchanged(state); → nothing':
    'isDue skips a stage that does not exist',
  'transition: transition: reason: null → ...{}': 'EXPIRED never has a reason',
};

test('the walk alone kills the mutants of the engine that are not equivalent', () => {
  const mutants = sources.slice(1).flatMap((source, at) =>
    mutantsOf(source).map((mutant) => ({
      id: `${files[at + 1]}: ${mutant.id}`,
      sources: sources.with(at + 1, mutant.source),
    })),
  );
  const ids = new Set(mutants.map(({ id }) => id));
  expect(Object.keys(equivalent).filter((id) => !ids.has(id))).toEqual([]);
  const tried = isFull ? mutants : drawnOf(mutants.filter(({ id }) => !Object.hasOwn(equivalent, id)));
  const survivors = tried.filter((mutant) => !isKilled(mutant.sources)).map(({ id }) => id);
  Object.assign(figures, { mutants: tried.length, survivors: survivors.toSorted() });
  process.stdout.write(
    `${tried.length} of ${mutants.length} mutants (seed ${seed}), ${survivors.length} survive\n`,
  );
  expect(survivors.toSorted()).toEqual(isFull ? Object.keys(equivalent).toSorted() : []);
}, 600_000);

test('the mutated sources are those of the engine', () => {
  expect(isKilled(sources, [planOf([60, null])])).toBe(false);
});

test.skipIf(isFull)('the full walk, as committed, left the equivalent mutants alone', () => {
  const { edges, survivors } = JSON.parse(readFileSync(file, 'utf8'));
  expect(edges).toBeGreaterThan(90_000);
  expect(survivors).toEqual(Object.keys(equivalent).toSorted());
});

type TransitionFunction = (state: CascadeState, event: CascadeEvent) => Transition;

/** An event with the state before it and what the engine made of both. */
interface Edge {
  readonly before: CascadeState;
  readonly event: CascadeEvent;
  readonly result: Transition;
  /** The addressed attempt, before and after. */
  readonly own: Attempt | undefined;
  readonly next: Attempt | undefined;
  /** The status that ADR-0019 demands of it; undefined if there is still no attempt. */
  readonly status: AttemptStatus | undefined;
}

interface Graph {
  readonly states: number;
  readonly edges: number;
}

/**
 * Visits every state that a plan can reach by any event in any order. @throws {Error} at the first edge that
 * breaks a law.
 */
function walkGraph(engine: TransitionFunction, plan: readonly PlannedStage[]): Graph {
  const first = accepted(1, plan);
  const seen = new Set([keyOf(first)]);
  const left = [first];
  let edges = 0;
  for (let before = left.pop(); before !== undefined; before = left.pop())
    for (const event of eventsAt(before)) {
      edges += 1;
      const { state } = checked(engine, before, event);
      // Most events change nothing.
      if (state === before) continue;
      const after = settled(state);
      const key = keyOf(after);
      if (seen.has(key)) continue;
      seen.add(key);
      left.push(after);
    }
  return { states: seen.size, edges };
}

/** The times of a state, all different: the engine compares the time of an event with `changed` alone. */
const base = Date.UTC(2026, 10, 21, 12);
const started = new Date(base - 3_000);
const ended = new Date(base - 2_000);
const allEnded = new Date(base - 1_000);
const changed = new Date(base);
/** Before the last change, at its time and after it. */
const moments = [-5_000, 0, 5_000].map((after) => new Date(base + after));
const tenDays = 864_000_000;
/** Too early, and not, to give up a receipt. */
const tenDaysLater = [-1, 0, 1].map((after) => new Date(base + tenDays + after));
const momentsOfTimers = [...moments, ...tenDaysLater];

/** The state with those times and one reference, so that states that differ in nothing else are one. */
function settled(state: CascadeState): CascadeState {
  return {
    ...state,
    endedAt: state.endedAt && allEnded,
    attempts: state.attempts.map((attempt) => ({
      ...attempt,
      reference: attempt.reference && 'first',
      startedAt: started,
      changedAt: changed,
      endedAt: attempt.endedAt && ended,
    })),
  };
}

function keyOf({ phase, reserved, attempts }: CascadeState): string {
  const parts = attempts.map(({ status, reason, reference, holder, template, endedAt }) =>
    [status, reason, reference, holder?.turn, template, endedAt === null].join(),
  );
  return [phase, reserved, ...parts].join(' ');
}

const statuses: readonly GatewayStatus[] = ['SENT', 'DELAYED', 'UNDELIVERED', 'DELIVERED', 'READ'];
/** Each differs from the first in one part. */
const holders = [
  { replica: 1, turn: 1 },
  { replica: 1, turn: 2 },
  { replica: 2, turn: 1 },
];
const idAt = (position: number) => `attempt ${position}`;

/** All that can happen, in any state: late, twice, too early, or about a stage that does not exist. */
function eventsAt({ plan }: CascadeState): readonly CascadeEvent[] {
  const cached = events.get(plan.length);
  if (cached !== undefined) return cached;
  const positions = [...plan.map((_, at) => at + 1), plan.length + 1];
  const made = positions.flatMap(eventsOf);
  events.set(plan.length, made);
  return made;
}

const events = new Map<number, readonly CascadeEvent[]>();

function eventsOf(position: number): readonly CascadeEvent[] {
  const attemptId = idAt(position);
  const due = { kind: 'stage-due', position, attemptId, at: changed } as const;
  const accepted = { refusal: null, template: 'welcome' };
  const [holder = { replica: 1, turn: 1 }] = holders;
  return [
    { ...due, holder, verdict: accepted, isLate: false },
    { ...due, holder, verdict: accepted, isLate: true },
    { ...due, holder, verdict: { refusal: 'duplicated', template: null }, isLate: false },
    ...holders.flatMap((by): CascadeEvent[] => [
      { kind: 'resend', position, holder: by },
      { kind: 'send-failed', attemptId, holder: by },
    ]),
    ...momentsOfTimers.map((at) => ({ kind: 'timer', position, at }) as const),
    ...moments.flatMap((at): CascadeEvent[] => [
      ...statuses.flatMap((status) =>
        [null, 'another'].map((reference) => {
          // Counts with UNDELIVERED alone.
          const reason = 'message-undeliverable';
          return { kind: 'report', attemptId, status, reason, reference, at } as const;
        }),
      ),
    ]),
  ];
}

/** Most edges change nothing: then the deep comparison is spared. */
function same(one: unknown, other: unknown): boolean {
  const areEmpty = Array.isArray(one) && Array.isArray(other) && one.length + other.length === 0;
  return one === other || areEmpty || isDeepStrictEqual(one, other);
}

function checked(engine: TransitionFunction, before: CascadeState, event: CascadeEvent): Transition {
  const result = engine(before, event);
  const position = addressed(event);
  const own = before.attempts[position - 1];
  const next = result.state.attempts[position - 1];
  const edge = { before, event, result, own, next, status: statusAfter(before, event, own) };
  for (const [law, holds] of Object.entries(laws))
    if (!holds(edge))
      throw new Error(
        `${law}: ${JSON.stringify(event)} at ${JSON.stringify(before)} gave ${JSON.stringify(result)}`,
      );
  const again = engine(result.state, event);
  const followups = awaitsReceipt(edge) ? result.followups : [];
  if (
    !same(again.state, result.state) ||
    again.changes.length + again.moves.length > 0 ||
    !same(again.followups, followups)
  )
    throw new Error(
      `a repeated event changes nothing: ${JSON.stringify(event)} at ${JSON.stringify(before)}`,
    );
  return result;
}

/** The position that an event is about; 0 for none. */
function addressed(event: CascadeEvent): number {
  return 'position' in event ? event.position : Number(event.attemptId.split(' ')[1]);
}

/** From the lowest to the highest. */
const order: readonly AttemptStatus[] = [
  'ENQUEUED',
  'SENT',
  'DELAYED',
  'EXPIRED',
  'UNDELIVERED',
  'DELIVERED',
  'READ',
];
const rankOf = (status: AttemptStatus) => order.indexOf(status);
const isWaiting = ({ status }: Pick<Attempt, 'status'>) => rankOf(status) <= 2;
const isArrived = (status: AttemptStatus) => rankOf(status) >= 5;

function statusAfter(before: CascadeState, event: CascadeEvent, own?: Attempt): AttemptStatus | undefined {
  if (event.kind === 'stage-due' && mayStart(before, event.position))
    return event.verdict.refusal === null ? 'ENQUEUED' : 'UNDELIVERED';
  if (own === undefined) return undefined;
  if (event.kind === 'report') return rankOf(event.status) > rankOf(own.status) ? event.status : own.status;
  if (event.kind !== 'timer' || !isWaiting(own)) return own.status;
  return awaitsReceipt({ before, event, own }) ? own.status : 'EXPIRED';
}

/** Whether a timer without a TTL has come too early: it follows itself, ten days after the last status. */
function awaitsReceipt({ before, event, own }: Pick<Edge, 'before' | 'event' | 'own'>): boolean {
  if (event.kind !== 'timer' || own === undefined || !isWaiting(own)) return false;
  if (before.plan[own.position - 1]?.ttlSeconds !== null) return false;
  return own.status === 'ENQUEUED' || event.at.getTime() < own.changedAt.getTime() + tenDays;
}

function mayStart({ plan, attempts, phase }: CascadeState, position: number): boolean {
  const isNext = position === attempts.length + 1 && position <= plan.length;
  return isNext && phase !== 'ended' && !attempts.some(isWaiting);
}

/** Whether its stage ends by this event. */
const endsStage = ({ own, next }: Edge) =>
  next !== undefined && (own === undefined || isWaiting(own)) && !isWaiting(next);

/** Whether no receipt is awaited any longer: too late for a next stage. */
const givesUp = ({ before, event, own }: Edge) =>
  event.kind === 'timer' && before.plan[(own?.position ?? 0) - 1]?.ttlSeconds === null;

/** Whether the cascade ends by this event. */
function endsCascade(edge: Edge): boolean {
  const { before, next } = edge;
  if (before.phase === 'ended' || next === undefined) return false;
  if (isArrived(next.status)) return true;
  return endsStage(edge) && (givesUp(edge) || next.position === before.plan.length);
}

const laws: Readonly<Record<string, (edge: Edge) => boolean>> = {
  'only its stage changes'({ before, result: { state }, own, next }) {
    if (state === before) return true;
    const attempts = [...before.attempts];
    if (own === undefined && next !== undefined) attempts.push(next);
    if (own !== undefined && next !== undefined) attempts[own.position - 1] = next;
    return state.plan === before.plan && state.messageId === 1 && same(state.attempts, attempts);
  },
  'stages start in order, one at a time': ({ result: { state } }) =>
    state.attempts.every(({ position, id }, at) => position === at + 1 && id === idAt(position)) &&
    state.attempts.filter(isWaiting).length <= 1,
  'a status never falls': ({ own, next }) =>
    own === undefined || (next !== undefined && rankOf(next.status) >= rankOf(own.status)),
  'the status is that of ADR-0019': ({ status, next }) => next?.status === status,
  'each status is reported once, DELIVERED before READ'({ own, next, result: { changes } }) {
    const isNew = next !== undefined && next.status !== own?.status;
    const expected = !isNew
      ? []
      : next.status === 'READ' && !isArrived(own?.status ?? 'ENQUEUED')
        ? ['DELIVERED', 'READ']
        : [next.status];
    return (
      same(
        changes.map(({ status }) => status),
        expected,
      ) && changes.every(({ position }) => position === next?.position)
    );
  },
  'UNDELIVERED alone has a reason'({ event, own, next, result: { changes } }) {
    const given =
      event.kind === 'stage-due' ? event.verdict.refusal : 'reason' in event ? event.reason : null;
    const isNew = next?.status !== own?.status;
    const reason = !isNew ? own?.reason : next?.status === 'UNDELIVERED' ? given : null;
    return next?.reason === reason && changes.every((change) => change.reason === reason);
  },
  'the first reference is kept': ({ event, own, next }) =>
    next === undefined ||
    next.reference === (own?.reference ?? (event.kind === 'report' ? event.reference : null)),
  'an attempt has one holder, while it is ENQUEUED'({ event, own, next }) {
    if (next === undefined) return true;
    if (next.status !== 'ENQUEUED') return next.holder === null;
    if (own === undefined) return event.kind === 'stage-due' && next.holder === event.holder;
    if (event.kind === 'resend') return same(next.holder, own.holder ?? event.holder);
    const isOver = event.kind === 'send-failed' && same(own.holder, event.holder);
    return same(next.holder, isOver ? null : own.holder);
  },
  'the template is that of its verdict': ({ event, own, next }) =>
    next === undefined ||
    next.template === (own ?? (event.kind === 'stage-due' ? event.verdict : undefined))?.template,
  'times rise strictly within a stage (ADR-0037)'({ event, own, next, result: { changes } }) {
    if (next === undefined || !('at' in event)) return changes.length === 0;
    if (own !== undefined && next.startedAt !== own.startedAt) return false;
    const earliest =
      own === undefined ? event.at.getTime() : Math.max(event.at.getTime(), own.changedAt.getTime() + 1);
    const last = changes.at(-1)?.at ?? own?.changedAt;
    return (
      next.changedAt.getTime() === last?.getTime() &&
      changes.every(({ at }, place) => at.getTime() === earliest + place) &&
      (own !== undefined || next.startedAt.getTime() === event.at.getTime())
    );
  },
  'a stage ends once'(edge) {
    const { own, next, result } = edge;
    if (next === undefined) return true;
    const expected = endsStage(edge) ? result.changes[0]?.at : own?.endedAt;
    return (next.endedAt?.getTime() ?? null) === (expected?.getTime() ?? null);
  },
  'the cascade ends once, at its time'(edge) {
    const { before, result } = edge;
    const { phase, endedAt, attempts } = result.state;
    const running = attempts.length === 0 ? 'scheduled' : 'running';
    if (endsCascade(edge)) return phase === 'ended' && endedAt?.getTime() === result.changes[0]?.at.getTime();
    return phase === (before.phase === 'ended' ? 'ended' : running) && endedAt === before.endedAt;
  },
  'the next stage follows a failed one, and a timer its start or itself'(edge) {
    const { before, event, own, next, result } = edge;
    const followups: unknown[] = [];
    const { position = 0 } = next ?? {};
    const ttl = before.plan[position - 1]?.ttlSeconds ?? null;
    if (own === undefined && next?.status === 'ENQUEUED' && event.kind === 'stage-due') {
      if (ttl !== null) followups.push({ queue: 'timer', position, delaySeconds: ttl });
      else if (event.isLate) followups.push({ queue: 'timer', position, delaySeconds: 864_000 });
    }
    if (awaitsReceipt(edge) && own !== undefined && 'at' in event) {
      const from = own.status === 'ENQUEUED' ? event.at : own.changedAt;
      const delaySeconds = Math.ceil((from.getTime() + tenDays - event.at.getTime()) / 1_000);
      followups.push({ queue: 'timer', position: own.position, delaySeconds });
    }
    if (endsStage(edge) && result.state.phase !== 'ended')
      followups.push({ queue: 'stage', position: position + 1, delaySeconds: 0 });
    return same(result.followups, followups);
  },
  'money is conserved and never negative'(edge) {
    const { before, own, next, result } = edge;
    const moves: unknown[] = [];
    const isTried = own === undefined && next?.status === 'ENQUEUED';
    const price = isTried ? (before.plan[next.position - 1]?.price ?? 0) : 0;
    if (price > 0) moves.push({ to: 'spent', amount: price });
    const rest = before.reserved - price;
    const isReleased = endsCascade(edge);
    if (isReleased && rest > 0) moves.push({ to: 'available', amount: rest });
    return rest >= 0 && result.state.reserved === (isReleased ? 0 : rest) && same(result.moves, moves);
  },
};
