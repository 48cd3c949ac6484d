import {
  type CascadeEvent,
  type CascadeState,
  type Followup,
  isReported,
  transition,
} from '@cascade/transition';
import type { PoolClient } from 'pg';
import { newEventId, type StatusChange } from '../callbacks/status-change.ts';
import { keysOfAttempts, keyText, type MessageKey } from '../store/message-key.ts';
import type { EngineEvent } from './events.ts';
import { type LoadedCascade, loadCascades } from './load-cascades.ts';
import type { AccountMove } from './save-cascades.ts';

/** A followup with its message. */
export interface MessageFollowup extends Followup, MessageKey {
  /** Whether the content of the message is heavy (see `heavyFrom`). */
  readonly isHeavy: boolean;
}

/** One message of a batch: its state, and everything that the events applied so far have caused. */
export interface CascadeRun {
  /** As it was loaded, before the first event. */
  readonly cascade: LoadedCascade;
  /** After the last event. */
  readonly state: CascadeState;
  readonly changes: readonly StatusChange[];
  readonly followups: readonly MessageFollowup[];
  readonly moves: readonly AccountMove[];
  apply(event: CascadeEvent): void;
}

/** The messages of a batch. */
export type CascadeRuns = ReturnType<typeof runsOf>;

/** Locks and loads the messages of a batch of events. */
export async function loadRuns(client: PoolClient, events: readonly EngineEvent[]): Promise<CascadeRuns> {
  const due = events.filter((event) => event.kind === 'stage-due');
  const cascades = await loadCascades(client, {
    messages: await messagesOf(client, events),
    withContent: due.map(({ messageId }) => messageId),
    replicas: [...new Set(due.map(({ holder }) => holder.replica))],
  });
  return runsOf([...cascades.values()].map(createRun));
}

export function runsOf(runs: readonly CascadeRun[]) {
  const messages = runs.map((run) => [keyText(keyOf(run)), run] as const);
  const attempts = runs.flatMap((run) => run.cascade.state.attempts.map(({ id }) => [id, run] as const));
  return {
    runs,
    /** By `keyText`. */
    byMessage: new Map(messages),
    /** By the attempts that these messages have. */
    byAttempt: new Map(attempts),
  };
}

function keyOf({ cascade: { accountId, state } }: CascadeRun): MessageKey {
  return { accountId, messageId: state.messageId };
}

/** Each once. A gateway may name attempts that do not exist. */
async function messagesOf(
  client: PoolClient,
  events: readonly EngineEvent[],
): Promise<readonly MessageKey[]> {
  const attemptIds = events.flatMap((event) => ('messageId' in event ? [] : [event.attemptId]));
  const ofAttempts = await keysOfAttempts(client, attemptIds);
  const keys = events.flatMap((event) => ('messageId' in event ? [event] : []));
  return [...new Map([...keys, ...ofAttempts.values()].map((key) => [keyText(key), key])).values()];
}

/** The run of an event; undefined if its message or attempt does not exist. */
export function runOf({ byMessage, byAttempt }: CascadeRuns, event: EngineEvent): CascadeRun | undefined {
  return 'messageId' in event ? byMessage.get(keyText(event)) : byAttempt.get(event.attemptId);
}

export function createRun(cascade: LoadedCascade): CascadeRun {
  const { accountId, reportedStatuses, isHeavy } = cascade;
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
    apply(event) {
      const next = transition(state, event);
      state = next.state;
      for (const change of next.changes)
        changes.push({
          ...change,
          eventId: newEventId({ accountId, messageId }),
          accountId,
          messageId,
          reported: isReported(change.status, reportedStatuses),
        });
      for (const followup of next.followups) followups.push({ ...followup, accountId, messageId, isHeavy });
      for (const move of next.moves) moves.push({ ...move, accountId, messageId });
    },
  };
}
