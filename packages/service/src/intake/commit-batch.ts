import type { Pool, PoolClient } from 'pg';
import { heavyFrom } from '../engine/heavy.ts';
import type { MessageKey } from '../store/message-key.ts';
import { storable } from '../store/storable.ts';
import { inTransaction } from '../store/transaction.ts';
import { type AcceptArguments, acceptMessages, type Locked } from './accept-messages.ts';
import type { IntakeItem, IntakeVerdict } from './intake-item.ts';
import type { TakeIds } from './message-ids.ts';

/** A message that the transaction inserts, if it is accepted. */
export interface Candidate extends MessageKey {
  readonly startAt: Date | null;
  /** Whether its content is heavy (see `heavyFrom`). */
  readonly isHeavy: boolean;
}

/**
 * Adds the first job of each candidate to the transaction and returns its pending statements. The job of a candidate
 * that is refused finds no message.
 */
export type EnqueueFirstStages = (
  client: PoolClient,
  candidates: readonly Candidate[],
) => Promise<readonly Promise<unknown>[]>;

/** What a commit needs. */
export interface IntakeStore {
  readonly pool: Pool;
  readonly takeIds: TakeIds;
  readonly enqueue: EnqueueFirstStages;
}

export interface CommitOptions {
  /** The ids of the messages; new ones if absent. A try again must have those of the first try. */
  readonly ids?: readonly number[];
  /** Whether to wait for accounts that another transaction has locked; otherwise their items are `locked`. */
  readonly mayWait?: boolean;
  /** Called before anything is sent: from then on, a failure may come after the commit. */
  readonly onSending?: () => void;
}

/**
 * Commits a batch in one transaction and one round trip: decides which request ids are unused and which messages the
 * balance covers, and writes what acceptance writes. Resolves once the commit is durable. Within a batch, every request
 * id of an account must be different.
 */
export async function commitBatch(
  { pool, takeIds, enqueue }: IntakeStore,
  items: readonly IntakeItem[],
  { ids, mayWait = true, onSending = () => {} }: CommitOptions = {},
): Promise<readonly (IntakeVerdict | Locked)[]> {
  const messageIds = ids ?? (await newIds(takeIds, items.length));
  const contents = items.map(({ message }) => JSON.stringify(message?.content ?? null));
  const candidates = items.flatMap(({ accountId, message }, place): Candidate[] => {
    if (message === undefined) return [];
    const isHeavy = (contents[place]?.length ?? 0) > heavyFrom;
    return [{ accountId, messageId: messageIds[place] ?? 0, startAt: message.startAt, isHeavy }];
  });
  // Wrapped in an object: a bare promise would be awaited before the commit is sent, which costs a round trip.
  const { accepting } = await inTransaction(pool, async (client, write) => {
    onSending();
    const accepting = acceptMessages(client, {
      ...argumentsOf(items, contents),
      message_ids: messageIds,
      may_wait: mayWait,
    });
    write(accepting);
    if (candidates.length > 0) for (const end of await enqueue(client, candidates)) write(end);
    return { accepting };
  });
  return accepting;
}

function argumentsOf(
  items: readonly IntakeItem[],
  contents: readonly string[],
): Omit<AcceptArguments, 'message_ids' | 'may_wait'> {
  const messages = items.map(({ message }) => message);
  return {
    payers: payersOf(items),
    account_ids: items.map(({ accountId }) => accountId),
    request_ids: items.map(({ requestId }) => requestId),
    fingerprints: messages.map((message) => message?.fingerprint),
    costs: messages.map((message) => message?.cost),
    ids_as_sent: messages.map((message) => storable(message?.requestIdAsSent)),
    cascade_ids: messages.map((message) => message?.cascadeId),
    addresses: messages.map((message) => storable(message?.address)),
    address_types: messages.map((message) => storable(message?.addressType)),
    comments: messages.map((message) => storable(message?.comment)),
    start_times: messages.map((message) => message?.startAt),
    contents: `[${contents.join()}]`,
    plans: JSON.stringify(messages.map((message) => message?.stages)),
    traceparents: messages.map((message) => message?.traceparent),
  };
}

/** Reserves ids, one after the other. */
export async function newIds(takeIds: TakeIds, count: number): Promise<readonly number[]> {
  const first = await takeIds(count);
  return Array.from({ length: count }, (_, place) => first + place);
}

function payersOf(items: readonly IntakeItem[]): number[] {
  const paying = items.filter(({ message }) => message !== undefined);
  return [...new Set(paying.map(({ accountId }) => accountId))].sort((a, b) => a - b);
}
