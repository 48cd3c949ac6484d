import type { AttemptReport, CascadeEvent, Holder, JudgedStage } from './events.ts';
import { longestReceipt } from './longest-receipt.ts';
import type { Attempt, CascadeState, Change, Followup, Move, PlannedStage, Transition } from './state.ts';
import { type AttemptStatus, isDelivered, isHigher, isUnderWay } from './status-rank.ts';

/**
 * Applies an event to the state of a message (ADR-0019). Events may arrive late, twice and in any order: an
 * outdated event leaves the state unchanged and causes nothing.
 */
export function transition(state: CascadeState, event: CascadeEvent): Transition {
  switch (event.kind) {
    case 'stage-due':
      return isDue(state, event.position) ? start(state, event) : unchanged(state);
    case 'resend':
      return unchanged(take(state, attemptAt(state, event.position), event.holder));
    case 'send-failed':
      return unchanged(letGo(state, attemptOf(state, event.attemptId), event.holder));
    case 'timer': {
      const attempt = attemptAt(state, event.position);
      if (attempt === undefined || !isUnderWay(attempt.status)) return unchanged(state);
      if (state.plan[event.position - 1]?.ttlSeconds === null) return awaitReceipt(state, attempt, event.at);
      return raise(state, attempt, { status: 'EXPIRED', reason: null, reference: null, at: event.at });
    }
    case 'report': {
      const attempt = attemptOf(state, event.attemptId);
      return attempt === undefined ? unchanged(state) : report(state, attempt, event);
    }
  }
}

/** Whether this stage may start now: it is the next, and all stages before it ended without success. */
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

function attemptOf(state: CascadeState, attemptId: string): Attempt | undefined {
  return state.attempts.find(({ id }) => id === attemptId);
}

/** One holder at a time: while another one holds the attempt, nothing changes. */
function take(state: CascadeState, attempt: Attempt | undefined, holder: Holder): CascadeState {
  if (attempt?.status !== 'ENQUEUED' || attempt.holder !== null) return state;
  return replace(state, { ...attempt, holder });
}

function letGo(state: CascadeState, attempt: Attempt | undefined, holder: Holder): CascadeState {
  return attempt !== undefined && isHeldBy(attempt, holder)
    ? replace(state, { ...attempt, holder: null })
    : state;
}

/** Whether this send of this replica holds the attempt. */
export function isHeldBy({ status, holder }: Attempt, by: Holder): boolean {
  return status === 'ENQUEUED' && holder?.replica === by.replica && holder.turn === by.turn;
}

function start(
  state: CascadeState,
  { position, attemptId, holder, verdict, isLate, at }: JudgedStage,
): Transition {
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
    holder: refused ? null : holder,
    template,
    startedAt: at,
    changedAt: at,
    endedAt: refused ? at : null,
  };
  // A refused stage never reaches a gateway. It costs nothing; its reserve is released at the end.
  const cost = refused ? 0 : stage.price;
  const started: Transition = {
    state: {
      ...state,
      phase: 'running',
      reserved: state.reserved - cost,
      attempts: [...state.attempts, attempt],
    },
    changes: [{ position, status, reason, at }],
    followups: refused ? [] : timersOf(stage, position, isLate),
    moves: money('spent', cost),
  };
  return refused ? followedBy(started, (next) => moveOn(next, position, at)) : started;
}

function timersOf({ ttlSeconds }: PlannedStage, position: number, isLate: boolean): readonly Followup[] {
  if (ttlSeconds !== null) return [{ queue: 'timer', position, delaySeconds: ttlSeconds }];
  return isLate ? [{ queue: 'timer', position, delaySeconds: longestReceipt / 1_000 }] : [];
}

/** A status that a gateway reported, or EXPIRED, which comes from the timer. */
type StatusUpdate = Pick<AttemptReport, 'reason' | 'reference' | 'at'> & { readonly status: AttemptStatus };

function report(state: CascadeState, attempt: Attempt, update: StatusUpdate): Transition {
  // A message that was read was delivered. An account may have registered for DELIVERED only.
  if (update.status === 'READ' && !isDelivered(attempt.status))
    return followedBy(raise(state, attempt, { ...update, status: 'DELIVERED' }), (next) => {
      const delivered = attemptOf(next, attempt.id);
      return delivered === undefined ? unchanged(next) : raise(next, delivered, update);
    });
  if (isHigher(update.status, attempt.status)) return raise(state, attempt, update);
  // Too late for a status change, but operators search for messages by the gateway's id.
  if (update.reference === null || attempt.reference !== null) return unchanged(state);
  return unchanged(replace(state, { ...attempt, reference: update.reference }));
}

function raise(state: CascadeState, attempt: Attempt, update: StatusUpdate): Transition {
  const { position } = attempt;
  const { status } = update;
  const at = laterThan(attempt.changedAt, update.at);
  const reason = status === 'UNDELIVERED' ? update.reason : null;
  const raised = replace(state, {
    ...attempt,
    status,
    reason,
    reference: attempt.reference ?? update.reference,
    holder: null,
    changedAt: at,
    endedAt: attempt.endedAt ?? (isUnderWay(status) ? null : at),
  });
  const changed: Transition = { ...unchanged(raised), changes: [{ position, status, reason, at }] };
  if (isDelivered(status)) return followedBy(changed, (next) => end(next, at));
  const ended = isUnderWay(attempt.status) && !isUnderWay(status);
  return ended ? followedBy(changed, (next) => moveOn(next, position, at)) : changed;
}

/**
 * The time, or a millisecond after the last change if it is not later: a response can hold two statuses, and
 * a receipt can carry an older time (ADR-0037).
 */
function laterThan(last: Date, at: Date): Date {
  return at > last ? at : new Date(last.getTime() + 1);
}

/** The stage ended without success: the next stage starts, or the cascade ends. */
function moveOn(state: CascadeState, position: number, at: Date): Transition {
  if (state.phase === 'ended') return unchanged(state);
  if (position >= state.plan.length) return end(state, at);
  return {
    ...unchanged(state),
    followups: [{ queue: 'stage', position: position + 1, delaySeconds: 0 }],
  };
}

/**
 * Ten days after its last status a stage that was sent ends EXPIRED (ADR-0044). It is too late for the next
 * one, so the cascade ends. Until then the timer follows itself.
 */
function awaitReceipt(state: CascadeState, attempt: Attempt, now: Date): Transition {
  const { position } = attempt;
  const since = attempt.status === 'ENQUEUED' ? now : attempt.changedAt;
  const left = since.getTime() + longestReceipt - now.getTime();
  if (left > 0) {
    const again: Followup = { queue: 'timer', position, delaySeconds: Math.ceil(left / 1_000) };
    return { ...unchanged(state), followups: [again] };
  }
  const status = 'EXPIRED';
  const reason = null;
  const expired = replace(state, { ...attempt, status, reason, changedAt: now, endedAt: now });
  const changes: readonly Change[] = [{ position, status, reason, at: now }];
  return followedBy({ ...unchanged(expired), changes }, (next) => end(next, now));
}

/** Ends the cascade and releases what is still reserved (ADR-0012). */
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

/** Both steps as one transition. */
function followedBy(first: Transition, step: (state: CascadeState) => Transition): Transition {
  const second = step(first.state);
  return {
    state: second.state,
    changes: [...first.changes, ...second.changes],
    followups: [...first.followups, ...second.followups],
    moves: [...first.moves, ...second.moves],
  };
}

/** The ledger has no entries of zero. */
function money(to: Move['to'], amount: number): readonly Move[] {
  return amount > 0 ? [{ to, amount }] : [];
}
