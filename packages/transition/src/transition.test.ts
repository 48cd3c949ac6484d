import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CascadeEvent } from './events.ts';
import { accepted, type CascadeState, type Transition } from './state.ts';
import type { GatewayStatus } from './status-rank.ts';
import { stageOf } from './testing.ts';
import { transition } from './transition.ts';

const at = new Date('2026-11-21T12:00:00Z');
const holder = { replica: 1, turn: 1 };
const deliverable = { refusal: null, template: null };

/** An event by position; the attempt id follows from it. */
type Step =
  | { kind: 'stage-due'; position: number; refusal: string | null }
  | { kind: 'timer'; position: number }
  | { kind: 'report'; position: number; status: GatewayStatus };

const due = (position: number): Step => ({ kind: 'stage-due', position, refusal: null });
const timer = (position: number): Step => ({ kind: 'timer', position });
const reported = (position: number, status: GatewayStatus): Step => ({ kind: 'report', position, status });

interface Run {
  readonly states: readonly CascadeState[];
  readonly transitions: readonly Transition[];
}

/** Each step happens at its time; all at once if none are given. */
function run(initial: CascadeState, steps: readonly Step[], times: readonly Date[] = []): Run {
  const states = [initial];
  const transitions = steps.map((step, index) => {
    const state = states.at(-1) ?? initial;
    const next = transition(state, { ...eventOf(state, step, index), at: times[index] ?? at });
    states.push(next.state);
    return next;
  });
  return { states, transitions };
}

function eventOf(
  state: CascadeState,
  step: Step,
  index: number,
): Exclude<CascadeEvent, { kind: 'resend' | 'send-failed' }> {
  const { kind, position } = step;
  if (kind === 'stage-due')
    return {
      kind,
      position,
      at,
      attemptId: `attempt ${index}`,
      holder,
      verdict: { refusal: step.refusal, template: null },
      isLate: false,
    };
  if (kind === 'timer') return { kind, position, at };
  const attempt = state.attempts.find((one) => one.position === position);
  const reason = step.status === 'UNDELIVERED' ? 'message-undeliverable' : null;
  return { kind, attemptId: attempt?.id ?? 'unknown', status: step.status, reason, reference: null, at };
}

function toldBy({ transitions }: Run): string[] {
  return transitions.flatMap(({ changes }) => changes.map(({ position, status }) => `${position} ${status}`));
}

const three = () =>
  accepted(1, [
    stageOf({ ttlSeconds: 60, price: 3 }),
    stageOf({ ttlSeconds: 60, price: 5 }),
    stageOf({ price: 7 }),
  ]);

describe('between stages (ADR-0019)', () => {
  test('moves on when a stage ends undelivered, and ends with the last', () => {
    const all = run(
      three(),
      [1, 2, 3].flatMap((position) => [due(position), reported(position, 'UNDELIVERED')]),
    );
    expect(
      all.transitions.flatMap(({ followups }) =>
        followups.map(({ queue, position }) => `${queue} ${position}`),
      ),
    ).toEqual(['timer 1', 'stage 2', 'timer 2', 'stage 3']);
    expect(all.states.at(-1)).toMatchObject({ phase: 'ended', reserved: 0 });
    expect(all.transitions.flatMap(({ moves }) => moves)).toEqual(
      [3, 5, 7].map((amount) => ({ to: 'spent', amount })),
    );
  });

  test('moves on when the TTL runs out, which starts with the stage', () => {
    const { transitions } = run(three(), [due(1), reported(1, 'SENT'), timer(1)]);
    expect(transitions[0]?.followups).toEqual([{ queue: 'timer', position: 1, delaySeconds: 60 }]);
    expect(transitions[2]).toMatchObject({
      changes: [{ position: 1, status: 'EXPIRED', reason: null }],
      followups: [{ queue: 'stage', position: 2, delaySeconds: 0 }],
    });
  });

  test('ends with DELIVERED and releases the rest', () => {
    const { states, transitions } = run(three(), [due(1), reported(1, 'SENT'), reported(1, 'DELIVERED')]);
    expect(transitions[2]).toMatchObject({ followups: [], moves: [{ to: 'available', amount: 12 }] });
    expect(states.at(-1)).toMatchObject({ phase: 'ended', endedAt: transitions[2]?.changes[0]?.at });
  });

  test('reports a late DELIVERED, which prevents further stages', () => {
    const late = run(three(), [due(1), timer(1), reported(1, 'DELIVERED'), due(2)]);
    expect(toldBy(late)).toEqual(['1 ENQUEUED', '1 EXPIRED', '1 DELIVERED']);
  });

  test('lets a stage under way continue after a late DELIVERED of an earlier stage', () => {
    const late = run(three(), [
      due(1),
      timer(1),
      due(2),
      reported(1, 'DELIVERED'),
      reported(2, 'SENT'),
      reported(2, 'UNDELIVERED'),
      due(3),
    ]);
    expect(toldBy(late).slice(2)).toEqual(['2 ENQUEUED', '1 DELIVERED', '2 SENT', '2 UNDELIVERED']);
  });

  test('waits for the outcome of a stage without TTL', () => {
    const { states } = run(three(), [
      due(1),
      reported(1, 'UNDELIVERED'),
      due(2),
      reported(2, 'UNDELIVERED'),
      due(3),
      reported(3, 'SENT'),
    ]);
    expect(states.at(-1)?.phase).toBe('running');
  });

  test('charges nothing for a stage that the service refuses, and releases its price at the end', () => {
    const refused: Step = { kind: 'stage-due', position: 1, refusal: 'duplicated' };
    const { transitions } = run(accepted(1, [stageOf({ price: 4 })]), [refused]);
    expect(transitions[0]).toMatchObject({
      changes: [{ status: 'UNDELIVERED', reason: 'duplicated' }],
      followups: [],
      moves: [{ to: 'available', amount: 4 }],
      state: { phase: 'ended', attempts: [{ status: 'UNDELIVERED', reason: 'duplicated', endedAt: at }] },
    });
  });

  test("keeps the gateway's reference even if a receipt overtook it", () => {
    const { states } = run(three(), [due(1), reported(1, 'DELIVERED')]);
    const ended = states.at(-1);
    if (ended === undefined) throw new Error('nothing ran');
    const report = {
      kind: 'report',
      attemptId: 'attempt 0',
      status: 'SENT',
      reason: null,
      reference: 'r1',
      at,
    } as const;
    expect(transition(ended, report)).toMatchObject({
      changes: [],
      state: { attempts: [{ status: 'DELIVERED', reference: 'r1' }] },
    });
  });
});

const plans = fc.array(fc.record({ ttlSeconds: fc.constantFrom(null, 60), price: fc.nat(5) }).map(stageOf), {
  minLength: 1,
  maxLength: 4,
});
const positions = fc.integer({ min: 1, max: 5 });
const statuses = fc.constantFrom<GatewayStatus>('SENT', 'DELAYED', 'UNDELIVERED', 'DELIVERED', 'READ');
const steps = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({
    kind: fc.constant('stage-due' as const),
    position: positions,
    refusal: fc.constantFrom(null, null, 'duplicated'),
  }),
  fc.record({ kind: fc.constant('timer' as const), position: positions }),
  fc.record({ kind: fc.constant('report' as const), position: positions, status: statuses }),
);
const histories = fc.array(steps, { maxLength: 40, size: 'max' });

const timedHistories = fc.array(fc.record({ step: steps, seconds: fc.integer({ min: -60, max: 60 }) }), {
  maxLength: 40,
  size: 'max',
});

/** Checks a property for any plan and any order of events. */
function always(law: (run: Run, initial: CascadeState) => void): void {
  fc.assert(
    fc.property(plans, histories, (plan, history) => {
      const initial = accepted(1, plan);
      law(run(initial, history), initial);
    }),
    { numRuns: 1000 },
  );
}

const underWay = ({ attempts }: CascadeState) => attempts.filter(({ endedAt }) => endedAt === null).length;
const delivered = ({ attempts }: CascadeState) =>
  attempts.some(({ status }) => status === 'DELIVERED' || status === 'READ');

describe('the times of a stage (ADR-0037)', () => {
  test('rise by a millisecond if two statuses come at once', () => {
    const { transitions } = run(three(), [due(1), reported(1, 'SENT'), reported(1, 'DELIVERED')]);
    expect(transitions.flatMap(({ changes }) => changes.map((change) => Number(change.at)))).toEqual(
      [0, 1, 2].map((after) => at.getTime() + after),
    );
  });

  test('rise strictly, whatever times the gateway reports', () =>
    fc.assert(
      fc.property(plans, timedHistories, (plan, history) => {
        const { transitions, states } = run(
          accepted(1, plan),
          history.map(({ step }) => step),
          history.map(({ seconds }) => new Date(at.getTime() + seconds * 1000)),
        );
        const changes = transitions.flatMap((one) => one.changes);
        for (const ofStage of Map.groupBy(changes, ({ position }) => position).values()) {
          const times = ofStage.map((change) => change.at.getTime());
          expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
          const attempt = states.at(-1)?.attempts.find(({ position }) => position === ofStage[0]?.position);
          expect(attempt?.changedAt.getTime()).toBe(times.at(-1));
        }
      }),
      { numRuns: 1000 },
    ));

  test('stay as reported if they rise by themselves', () => {
    const start = at;
    const later = new Date(at.getTime() + 5000);
    const { transitions } = run(three(), [due(1), reported(1, 'SENT')], [start, later]);
    expect(transitions[1]?.changes[0]?.at).toEqual(later);
  });
});

describe('for any events in any order', () => {
  test('tries each stage at most once, in order, one at a time', () =>
    always(({ states }) => {
      for (const state of states) {
        expect(state.attempts.map(({ position }) => position)).toEqual(
          state.attempts.map((_, index) => index + 1),
        );
        expect(underWay(state)).toBeLessThanOrEqual(1);
      }
    }));

  test('starts nothing after DELIVERED', () =>
    always(({ states }) => {
      const first = states.find(delivered);
      if (first !== undefined) expect(states.at(-1)?.attempts.length).toBe(first.attempts.length);
    }));

  test('conserves money and releases what was not tried', () =>
    always(({ states, transitions }, initial) => {
      const moves = transitions.flatMap((one) => one.moves);
      const moved = moves.reduce((sum, { amount }) => sum + amount, 0);
      const last = states.at(-1) ?? initial;
      expect(moved + last.reserved).toBe(initial.reserved);
      expect(last.reserved).toBeGreaterThanOrEqual(0);
      if (last.phase === 'ended') expect(last.reserved).toBe(0);
      const spent = moves.filter(({ to }) => to === 'spent').reduce((sum, { amount }) => sum + amount, 0);
      const tried = transitions
        .flatMap(({ changes }) => changes)
        .filter(({ status }) => status === 'ENQUEUED');
      expect(spent).toBe(tried.reduce((sum, { position }) => sum + (last.plan[position - 1]?.price ?? 0), 0));
    }));

  test('ends once and stays ended', () =>
    always(({ states }) => {
      const first = states.findIndex(({ phase }) => phase === 'ended');
      if (first === -1) return;
      const { endedAt } = states[first] ?? {};
      expect(endedAt).toBeInstanceOf(Date);
      for (const state of states.slice(first)) expect(state).toMatchObject({ phase: 'ended', endedAt });
      expect(states.at(-1)?.attempts.length).toBe(states[first]?.attempts.length);
    }));

  test('never gets stuck: until it ends, a stage is under way or queued', () =>
    always(({ states, transitions }, initial) => {
      const last = states.at(-1) ?? initial;
      if (last.phase !== 'running') return;
      const queued = transitions
        .flatMap(({ followups }) => followups)
        .filter(({ queue }) => queue === 'stage');
      const isQueued = queued.some(({ position }) => position === last.attempts.length + 1);
      expect(underWay(last) === 1 || isQueued).toBe(true);
    }));

  test('queues each stage at most once', () =>
    always(({ transitions }) => {
      const queued = transitions
        .flatMap(({ followups }) => followups)
        .filter(({ queue }) => queue === 'stage');
      expect(new Set(queued.map(({ position }) => position)).size).toBe(queued.length);
    }));

  test('reports each status of a stage once, the highest last', () =>
    always((all) => {
      const changes = toldBy(all);
      expect(new Set(changes).size).toBe(changes.length);
      for (const { position, status } of all.states.at(-1)?.attempts ?? [])
        expect(changes.findLast((change) => change.startsWith(`${position} `))).toBe(`${position} ${status}`);
    }));

  test('ignores a repeated event', () =>
    fc.assert(
      fc.property(plans, histories, steps, (plan, history, step) => {
        const { states } = run(accepted(1, plan), [...history, step]);
        const once = states.at(-1);
        const before = states.at(-2);
        if (once === undefined || before === undefined) return;
        const { followups, ...again } = transition(once, eventOf(before, step, history.length));
        expect(again).toEqual({ state: once, changes: [], moves: [] });
        // A timer that has come too early follows itself, each time.
        expect(followups.filter(({ queue }) => queue !== 'timer')).toEqual([]);
      }),
    ));
});

test('ignores a verdict on a stage that is not due', () => {
  const state = three();
  const event = {
    kind: 'stage-due',
    accountId: 1,
    messageId: 1,
    position: 2,
    attemptId: 'a',
    holder,
    verdict: deliverable,
    isLate: false,
    at,
  } as const;
  expect(transition(state, event).state).toBe(state);
});

describe('an attempt has one holder at a time', () => {
  const started = () => run(three(), [due(1)]).states.at(-1) ?? three();
  const senderOf = (state: CascadeState) => state.attempts[0]?.holder;
  const other = { replica: 2, turn: 1 };

  test('its first sender', () => {
    expect(senderOf(started())).toEqual(holder);
  });

  test.each([
    ['another replica', other],
    ['another job of the same replica', { replica: 1, turn: 2 }],
  ])('%s does not take it', (_, by) => {
    expect(senderOf(transition(started(), { kind: 'resend', position: 1, holder: by }).state)).toEqual(
      holder,
    );
  });

  test('once its holder has failed, another one takes it; a late failure changes nothing', () => {
    const failed = { kind: 'send-failed', attemptId: 'attempt 0', holder } as const;
    const free = transition(started(), failed).state;
    expect(senderOf(free)).toBeNull();
    const taken = transition(free, { kind: 'resend', position: 1, holder: other }).state;
    expect(senderOf(taken)).toEqual(other);
    expect(transition(taken, failed).state).toBe(taken);
  });

  test('none after a report of the gateway', () => {
    const sent = run(started(), [reported(1, 'SENT')]).states.at(-1) ?? three();
    expect(senderOf(sent)).toBeNull();
    expect(transition(sent, { kind: 'resend', position: 1, holder }).state).toBe(sent);
  });

  test('none if the stage is refused', () => {
    const refused = run(three(), [{ kind: 'stage-due', position: 1, refusal: 'duplicated' }]);
    expect(senderOf(refused.states.at(-1) ?? three())).toBeNull();
  });
});

test('READ before DELIVERED is reported as both, and a DELIVERED behind it changes nothing', () => {
  const told = toldBy(
    run(three(), [due(1), reported(1, 'SENT'), reported(1, 'READ'), reported(1, 'DELIVERED')]),
  );
  expect(told).toEqual(['1 ENQUEUED', '1 SENT', '1 DELIVERED', '1 READ']);
});

describe('without a final report', () => {
  const withoutTtl = () => accepted(1, [stageOf({ ttlSeconds: null, price: 3 }), stageOf({ price: 5 })]);
  const after = (days: number) => new Date(at.getTime() + days * 86_400_000);
  const fire = (steps: readonly Step[], days: number) =>
    transition(run(withoutTtl(), steps).states.at(-1) ?? withoutTtl(), {
      kind: 'timer',
      position: 1,
      at: after(days),
    });

  test('a stage that was sent ends EXPIRED, and the cascade with it: the reserve is released', () => {
    const { state, changes, followups, moves } = fire([due(1), reported(1, 'SENT')], 10.1);
    expect(changes).toMatchObject([{ position: 1, status: 'EXPIRED' }]);
    expect(state).toMatchObject({ phase: 'ended', reserved: 0 });
    expect(moves).toMatchObject([{ to: 'available' }]);
    expect(followups).toEqual([]);
  });

  test.each([
    ['a message that waits for its stage', []],
    ['a message that has ended', [due(1), reported(1, 'DELIVERED')]],
  ])('%s stays as it is', (_, steps) => {
    const { followups, changes } = fire(steps, 11);
    expect({ followups, changes }).toEqual({ followups: [], changes: [] });
  });

  test.each([
    ['ten days after its last status, not its begin', [due(1), reported(1, 'DELAYED')], 9.5, 43_201],
    ['ten days later, if it is not sent yet', [due(1)], 20, 864_000],
  ])('its timer follows itself: %s', (_, steps, days, delaySeconds) => {
    const { state, changes, followups } = fire(steps, days);
    expect({ changes, followups }).toEqual({
      changes: [],
      followups: [{ queue: 'timer', position: 1, delaySeconds }],
    });
    expect(state.phase).toBe('running');
  });

  test('a stage that begins long after its message was accepted writes its timer itself', () => {
    const stage = { kind: 'stage-due', accountId: 1, messageId: 1, position: 1, attemptId: 'a' } as const;
    const started = transition(withoutTtl(), { ...stage, holder, at, verdict: deliverable, isLate: true });
    expect(started.followups).toEqual([{ queue: 'timer', position: 1, delaySeconds: 864_000 }]);
  });
});
