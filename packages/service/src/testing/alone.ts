import type { Pool } from 'pg';
import { insist } from '../store/connection/insist.ts';
import type { Replica } from '../store/replica.ts';

let last = 0;

/** A replica without beats, which holds what it owns: there is no other one to release it. */
export function loneReplica(): Pick<Replica, 'id' | 'holds'> {
  last += 1;
  const id = last;
  return { id, holds: (held) => held === id };
}

/** What happens when the owners of all work, or only that one, have been silent for ten seconds. */
export async function freeWork(pool: Pool, owner?: number): Promise<void> {
  // It takes rows in any order, so it can be what a deadlock with a replica ends.
  await insist({ forMs: 10_000 }, () =>
    pool.query('update cascade.due set owner = null where owner = coalesce($1, owner)', [owner]),
  );
}
