import type {
  Attempt,
  AttemptReport,
  CascadeEvent,
  CascadeState,
  Move,
  StageDue,
  Transition,
} from './cascade-state.ts';
import { type AttemptStatus, isDelivered, isHigher, isUnderWay } from './status-rank.ts';

/**
 * What an event leads to (ADR-0019). Events may come late, twice and in any order: one that has nothing to say any
 * more gives back the same state and nothing else.
 */
export function transition(state: CascadeState, event: CascadeEvent): Transition {
  if (event.kind === 'stage-due')
    return isDue(state, event.position) ? start(state, event) : unchanged(state);
  if (event.kind === 'timer') {
    const attempt = attemptAt(state, event.position);
    if (attempt === undefined || !isUnderWay(attempt.status)) return unchanged(state);
    return raise(state, attempt, { status: 'EXPIRED', reason: null, reference: null, at: event.at });
  }
  const attempt = state.attempts.find(({ id }) => id === event.attemptId);
  return attempt === undefined ? unchanged(state) : report(state, attempt, event);
}

/** Whether that stage is the one to start now: it is the next one, and all before it ended without success. */
export function isDue(state: CascadeState, position: number): boolean {
  return (
    state.phase !== 'ended' &&
    position === state.attempts.length + 1 &&
    position <= state.plan.length &&
    state.attempts.every(({ status }) => !isUnderWay(status))
  );
}

export function attemptAt(state: CascadeState, position: number): Attempt | undefined {
  return state.attempts.find((attempt) => attempt.position === position);
}

function start(state: CascadeState, { position, attemptId, verdict, at }: StageDue): Transition {
  const stage = state.plan[position - 1];
  if (stage === undefined) return unchanged(state);
  const { refusal: reason, template } = verdict;
  const refused = reason !== null;
  const status: AttemptStatus = refused ? 'UNDELIVERED' : 'ENQUEUED';
  const attempt: Attempt = {
    id: attemptId,
    position,
    status,
    reason,
    reference: null,
    template,
    startedAt: at,
    endedAt: refused ? at : null,
  };
  // What the service itself refuses never reaches a gateway: it is not paid for, but released at the end.
  const cost = refused ? 0 : stage.price;
  const started: Transition = {
    state: {
      ...state,
      phase: 'running',
      reserved: state.reserved - cost,
      attempts: [...state.attempts, attempt],
    },
    changes: [{ position, status, reason, at }],
    followups:
      refused || stage.ttlSeconds === null
        ? []
        : [{ queue: 'timer', position, startAfter: new Date(at.getTime() + stage.ttlSeconds * 1000) }],
    moves: money('spent', cost),
  };
  return refused ? followedBy(started, (next) => moveOn(next, position, at)) : started;
}

type News = Pick<AttemptReport, 'reason' | 'reference' | 'at'> & { readonly status: AttemptStatus };

function report(state: CascadeState, attempt: Attempt, news: News): Transition {
  if (isHigher(news.status, attempt.status)) return raise(state, attempt, news);
  // Too late to be told, but operators look messages up by the gateway's name for them.
  if (news.reference === null || attempt.reference !== null) return unchanged(state);
  return unchanged(replace(state, { ...attempt, reference: news.reference }));
}

function raise(state: CascadeState, attempt: Attempt, news: News): Transition {
  const { position } = attempt;
  const { status, at } = news;
  const reason = status === 'UNDELIVERED' ? news.reason : null;
  const raised = replace(state, {
    ...attempt,
    status,
    reason,
    reference: attempt.reference ?? news.reference,
    endedAt: attempt.endedAt ?? (isUnderWay(status) ? null : at),
  });
  const told: Transition = { ...unchanged(raised), changes: [{ position, status, reason, at }] };
  if (isDelivered(status)) return followedBy(told, (next) => end(next, at));
  const ended = isUnderWay(attempt.status) && !isUnderWay(status);
  return ended ? followedBy(told, (next) => moveOn(next, position, at)) : told;
}

/** The stage ended without success: the next one starts, or that was it. */
function moveOn(state: CascadeState, position: number, at: Date): Transition {
  if (state.phase === 'ended') return unchanged(state);
  if (position >= state.plan.length) return end(state, at);
  return {
    ...unchanged(state),
    followups: [{ queue: 'stage', position: position + 1, startAfter: null }],
  };
}

/** No further stage starts, and what was set aside for it is released (ADR-0012). */
function end(state: CascadeState, at: Date): Transition {
  if (state.phase === 'ended') return unchanged(state);
  return {
    ...unchanged({ ...state, phase: 'ended', endedAt: at, reserved: 0 }),
    moves: money('available', state.reserved),
  };
}

function replace(state: CascadeState, attempt: Attempt): CascadeState {
  const attempts = state.attempts.map((other) => (other.position === attempt.position ? attempt : other));
  return { ...state, attempts };
}

function unchanged(state: CascadeState): Transition {
  return { state, changes: [], followups: [], moves: [] };
}

/** A second step after the first, as one. */
function followedBy(first: Transition, step: (state: CascadeState) => Transition): Transition {
  const second = step(first.state);
  return {
    state: second.state,
    changes: [...first.changes, ...second.changes],
    followups: [...first.followups, ...second.followups],
    moves: [...first.moves, ...second.moves],
  };
}

/** The ledger has no entries of nothing. */
function money(to: Move['to'], amount: number): readonly Move[] {
  return amount > 0 ? [{ to, amount }] : [];
}
