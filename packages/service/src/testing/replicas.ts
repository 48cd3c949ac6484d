import type { Holder } from '@cascade/transition';
import type { Pool } from 'pg';
import { insist } from '../store/connection/insist.ts';
import type { Replica } from '../store/replica.ts';

let last = 0;

/** A replica without beats, which holds what it owns: there is no other one to release it. */
export interface LoneReplica extends Pick<Replica, 'id' | 'holds'> {
  /** What it writes in this has no owner. */
  owningNothing<Result>(write: () => Result): Result;
}

export function loneReplica(): LoneReplica {
  last += 1;
  const id = last;
  let isTrusted = true;
  return {
    id,
    holds: (held) => isTrusted && held === id,
    owningNothing(write) {
      isTrusted = false;
      try {
        return write();
      } finally {
        isTrusted = true;
      }
    },
  };
}

/** What happens when the owners of all work, or only that one, have been silent for ten seconds. */
export async function freeWork(pool: Pool, owner?: number): Promise<void> {
  // It takes rows in any order, so it can be what a deadlock with a replica ends.
  for (const table of ['callback_parcels', 'stage_parcels'])
    await insist({ forMs: 10_000 }, () =>
      pool.query(`update cascade.${table} set owner = null where owner = coalesce($1, owner)`, [owner]),
    );
}

/** A replica that the database counts as alive until it dies. */
export interface LivingReplica extends Pick<Replica, 'id' | 'holds'> {
  next(): Holder;
  /** As the other replicas release it: what it holds is free. */
  die(): Promise<void>;
}

export async function livingReplica(pool: Pool): Promise<LivingReplica> {
  last += 1;
  const id = last;
  let turn = 0;
  let isAlive = true;
  await pool.query('insert into cascade.replicas (id) values ($1)', [id]);
  return {
    id,
    holds: (held) => isAlive && held === id,
    next() {
      turn += 1;
      return { replica: id, turn };
    },
    async die() {
      isAlive = false;
      await pool.query('delete from cascade.replicas where id = $1', [id]);
    },
  };
}
