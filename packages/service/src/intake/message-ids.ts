import type { Pool } from 'pg';
import { prepared } from '../store/prepared.ts';
import { t } from '../store/tables.ts';

/** Reserves `count` consecutive ids, and returns the first. */
export type TakeIds = (count: number) => Promise<number>;

/** The increment of the sequence of `cascade.messages`. It must exceed the size of a batch. */
const blockSize = 4_096;

/**
 * After this time a replica drops its block, so that ids over all replicas follow the time of acceptance. Retention
 * deletes old messages in the order of their ids.
 */
const lifetimeInMilliseconds = 1_000;

/**
 * Reserves message ids in blocks. The rest of an old block is lost. While the database cannot give a new one, it is used up:
 * on a cluster that is the coordinator, without which accounts of other nodes are still served.
 *
 * @param now Milliseconds of a clock that nothing sets.
 */
export function createMessageIds(pool: Pool, now = performance.now.bind(performance)): TakeIds {
  let next = 0;
  let end = 0;
  let staleAt = 0;

  async function takeBlock(): Promise<void> {
    const { rows } = await pool.query<{ first: number }>(nextBlock([]));
    next = rows[0]?.first ?? Number.NaN;
    end = next + blockSize;
  }

  function take(count: number): number | undefined {
    if (next + count > end) return undefined;
    const first = next;
    next += count;
    return first;
  }

  return async (count) => {
    const fresh = now() < staleAt ? take(count) : undefined;
    if (fresh !== undefined) return fresh;
    const failure = await takeBlock().catch((error: unknown) => ({ error }));
    staleAt = now() + lifetimeInMilliseconds;
    const first = take(count);
    if (first === undefined) throw failure?.error ?? new RangeError(`a block has fewer than ${count} ids`);
    return first;
  };
}

const nextBlock = prepared`select nextval('${t.schema}.messages_id_seq') as first`;
