import type { Pool, PoolClient } from 'pg';
import { heavyFrom } from '../engine/heavy.ts';
import { prepared } from '../store/prepared.ts';
import { inTransaction } from '../store/transaction.ts';
import type { IntakeItem, IntakeVerdict } from './intake-item.ts';
import type { TakeIds } from './message-ids.ts';

/** A message that the transaction inserts, if it is accepted. */
export interface Candidate {
  readonly messageId: number;
  readonly startAt: Date | null;
  /** Whether its content is (see `heavyFrom`). */
  readonly isHeavy: boolean;
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
  const contents = items.map(({ message }) => JSON.stringify(message?.content ?? null));
  const candidates = items.flatMap(({ message }, place): Candidate[] => {
    if (message === undefined) return [];
    const isHeavy = (contents[place]?.length ?? 0) > heavyFrom;
    return [{ messageId: firstId + place, startAt: message.startAt, isHeavy }];
  });
  // Boxed: to wait for it is to wait for an answer before the commit is on its way.
  const { accepting } = await inTransaction(pool, async (client, write) => {
    const accepting = accept(client, firstId, items, contents);
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
  contents: readonly string[],
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
      // Not arrays of texts: to escape JSON for one takes many times the memory of what is escaped.
      `[${contents.join()}]`,
      JSON.stringify(messages.map((message) => message?.stages)),
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
