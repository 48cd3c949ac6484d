import type { Pool } from 'pg';
import { prepared } from '../store/prepared.ts';

/** The first of so many ids in a row, which nobody else has. */
export type TakeIds = (count: number) => Promise<number>;

/** What the sequence goes up by (migration 8), and so more than a batch can be. */
const blockSize = 4_096;

/**
 * Ids rise with the time of acceptance, over all replicas, to within this: whoever deletes old messages goes through
 * them in the order of their ids.
 */
const lifetimeInMilliseconds = 1_000;

/** Takes the ids of messages from the store in blocks; what is left of an old one is lost. */
export function createMessageIds(pool: Pool, now: () => number = Date.now): TakeIds {
  let next = 0;
  let end = 0;
  let staleAt = 0;
  return async (count) => {
    if (next + count > end || now() >= staleAt) {
      const { rows } = await pool.query<{ first: number }>(nextBlock([]));
      next = rows[0]?.first ?? Number.NaN;
      end = next + blockSize;
      staleAt = now() + lifetimeInMilliseconds;
    }
    const first = next;
    next += count;
    return first;
  };
}

const nextBlock = prepared("select nextval('cascade.messages_id_seq') as first");
