import type { PoolClient } from 'pg';
import { isTold, type StatusChange } from '../callbacks/status-change.ts';
import type { CascadeEvent, CascadeState, Followup } from './cascade-state.ts';
import type { EngineEvent } from './engine-event.ts';
import { type LoadedCascade, loadCascades } from './load-cascades.ts';
import type { AccountMove } from './move-money.ts';
import { transition } from './transition.ts';

/** A followup, with its message. */
export interface MessageFollowup extends Followup {
  readonly messageId: number;
  /** Whether its content is (see `heavyFrom`). */
  readonly isHeavy: boolean;
}

/** A message while the events of a batch happen to it. */
export interface Course {
  /** As it was loaded. */
  readonly cascade: LoadedCascade;
  readonly state: CascadeState;
  readonly changes: readonly StatusChange[];
  readonly followups: readonly MessageFollowup[];
  readonly moves: readonly AccountMove[];
  happen(event: CascadeEvent): void;
}

/** The messages of a batch. */
export interface Courses {
  readonly byMessage: ReadonlyMap<number, Course>;
  /** Of all attempts of these messages, those that reports are about among them. */
  readonly messageOfAttempt: ReadonlyMap<string, number>;
}

/** Locks and loads the messages that events are about. */
export async function loadCourses(client: PoolClient, events: readonly EngineEvent[]): Promise<Courses> {
  const cascades = await loadCascades(client, {
    messageIds: [...new Set(events.flatMap((event) => (event.kind === 'news' ? [] : [event.messageId])))],
    withContent: events.flatMap((event) => (event.kind === 'stage-due' ? [event.messageId] : [])),
    attemptIds: events.flatMap((event) => (event.kind === 'news' ? [event.attemptId] : [])),
  });
  const byMessage = new Map([...cascades].map(([id, cascade]) => [id, createCourse(cascade)]));
  const attempts = [...cascades].flatMap(([id, { state }]) =>
    state.attempts.map((attempt) => [attempt.id, id] as const),
  );
  return { byMessage, messageOfAttempt: new Map(attempts) };
}

export function courseOf({ byMessage, messageOfAttempt }: Courses, event: EngineEvent): Course | undefined {
  const id = messageIdOf(messageOfAttempt, event);
  return id === undefined ? undefined : byMessage.get(id);
}

function messageIdOf(messageOfAttempt: ReadonlyMap<string, number>, event: EngineEvent): number | undefined {
  return event.kind === 'news' ? messageOfAttempt.get(event.attemptId) : event.messageId;
}

function createCourse(cascade: LoadedCascade): Course {
  const { accountId, toldStatuses, isHeavy } = cascade;
  const { messageId } = cascade.state;
  const changes: StatusChange[] = [];
  const followups: MessageFollowup[] = [];
  const moves: AccountMove[] = [];
  let state = cascade.state;
  return {
    cascade,
    changes,
    followups,
    moves,
    get state() {
      return state;
    },
    happen(event) {
      const next = transition(state, event);
      state = next.state;
      changes.push(
        ...next.changes.map((change) => ({
          ...change,
          messageId,
          told: isTold(change.status, toldStatuses),
        })),
      );
      followups.push(...next.followups.map((followup) => ({ ...followup, messageId, isHeavy })));
      moves.push(...next.moves.map((move) => ({ ...move, accountId, messageId })));
    },
  };
}
