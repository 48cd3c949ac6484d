import type { Pool, PoolClient } from 'pg';
import { prepared } from '../store/prepared.ts';
import { inTransaction } from '../store/transaction.ts';
import type { IntakeItem, IntakeVerdict } from './intake-item.ts';
import type { TakeIds } from './message-ids.ts';

/** A message that the transaction inserts, if it is accepted. */
export interface Candidate {
  readonly messageId: number;
  readonly startAt: Date | null;
}

/**
 * Adds the first job of each message to the transaction; gives the ends of its statements. Not every message will be
 * accepted: the job of one that is not finds nothing.
 */
export type EnqueueFirstStages = (
  client: PoolClient,
  candidates: readonly Candidate[],
) => Promise<readonly Promise<unknown>[]>;

/** What a batch is committed with. */
export interface IntakeStore {
  readonly pool: Pool;
  readonly takeIds: TakeIds;
  readonly enqueue: EnqueueFirstStages;
}

/**
 * Settles a batch in one transaction and one round trip: who is unique, who can pay, and everything that acceptance
 * writes. The verdicts hold once the promise does: the commit is durable. The items of a batch have different request
 * ids.
 */
export async function commitBatch(
  { pool, takeIds, enqueue }: IntakeStore,
  items: readonly IntakeItem[],
): Promise<readonly IntakeVerdict[]> {
  const firstId = await takeIds(items.length);
  const candidates = items.flatMap(({ message }, place): Candidate[] =>
    message === undefined ? [] : [{ messageId: firstId + place, startAt: message.startAt }],
  );
  // Boxed: to wait for it is to wait for an answer before the commit is on its way.
  const { accepting } = await inTransaction(pool, async (client, write) => {
    const accepting = accept(client, firstId, items);
    write(accepting);
    if (candidates.length > 0) for (const end of await enqueue(client, candidates)) write(end);
    return { accepting };
  });
  return accepting;
}

async function accept(
  client: PoolClient,
  firstId: number,
  items: readonly IntakeItem[],
): Promise<readonly IntakeVerdict[]> {
  const messages = items.map(({ message }) => message);
  const { rows } = await client.query<{ verdicts: readonly IntakeVerdict[] }>(
    acceptSql([
      firstId,
      payersOf(items),
      items.map(({ accountId }) => accountId),
      items.map(({ requestId }) => requestId),
      messages.map((message) => message?.fingerprint),
      messages.map((message) => message?.cost),
      messages.map((message) => storable(message?.requestIdAsSent)),
      messages.map((message) => message?.cascadeId),
      messages.map((message) => storable(message?.address)),
      messages.map((message) => storable(message?.addressType)),
      messages.map((message) => storable(message?.comment)),
      messages.map((message) => message?.startAt),
      messages.map((message) => JSON.stringify(message?.content)),
      messages.map((message) => JSON.stringify(message?.stages)),
      messages.map((message) => message?.traceparent),
    ]),
  );
  return rows[0]?.verdicts ?? [];
}

const acceptSql = prepared(
  'select cascade.accept_messages($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) as verdicts',
);

function payersOf(items: readonly IntakeItem[]): number[] {
  const paying = items.filter(({ message }) => message !== undefined);
  return [...new Set(paying.map(({ accountId }) => accountId))].sort((a, b) => a - b);
}

/** PostgreSQL has no text with U+0000. */
function storable(text: string | null | undefined): string | undefined {
  return text?.replaceAll('\0', '\uFFFD');
}
