import type { PoolClient } from 'pg';
import type { StatusChange } from '../callbacks/status-change.ts';
import type { CascadeEvent, CascadeState, Followup } from './cascade-state.ts';
import type { EngineEvent } from './engine-event.ts';
import { findMessages, type LoadedCascade, loadCascades } from './load-cascades.ts';
import type { AccountMove } from './move-money.ts';
import { transition } from './transition.ts';

/** A followup, with its message. */
export interface MessageFollowup extends Followup {
  readonly messageId: number;
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
  /** The messages of the attempts that reports are about. */
  readonly messageOfAttempt: ReadonlyMap<string, number>;
}

/** Locks and loads the messages that events are about. */
export async function loadCourses(client: PoolClient, events: readonly EngineEvent[]): Promise<Courses> {
  const messageOfAttempt = await findMessages(
    client,
    events.flatMap((event) => (event.kind === 'news' ? [event.attemptId] : [])),
  );
  const ids = events.flatMap((event) => messageIdOf(messageOfAttempt, event) ?? []);
  const cascades = await loadCascades(client, {
    messageIds: [...new Set(ids)],
    withContent: events.flatMap((event) => (event.kind === 'stage-due' ? [event.messageId] : [])),
  });
  const byMessage = new Map([...cascades].map(([id, cascade]) => [id, createCourse(cascade)]));
  return { byMessage, messageOfAttempt };
}

export function courseOf({ byMessage, messageOfAttempt }: Courses, event: EngineEvent): Course | undefined {
  const id = messageIdOf(messageOfAttempt, event);
  return id === undefined ? undefined : byMessage.get(id);
}

function messageIdOf(messageOfAttempt: ReadonlyMap<string, number>, event: EngineEvent): number | undefined {
  return event.kind === 'news' ? messageOfAttempt.get(event.attemptId) : event.messageId;
}

function createCourse(cascade: LoadedCascade): Course {
  const { accountId } = cascade;
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
      changes.push(...next.changes.map((change) => ({ ...change, messageId })));
      followups.push(...next.followups.map((followup) => ({ ...followup, messageId })));
      moves.push(...next.moves.map((move) => ({ ...move, accountId, messageId })));
    },
  };
}
