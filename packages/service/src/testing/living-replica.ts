import type { Pool } from 'pg';
import type { Holder } from '../engine/events.ts';
import type { Replica } from '../store/replica.ts';

/** A replica that the database counts as alive until it dies. */
export interface LivingReplica extends Pick<Replica, 'id' | 'holds'> {
  next(): Holder;
  /** As the other replicas release it: what it holds is free. */
  die(): Promise<void>;
}

let last = 0;

export async function livingReplica(pool: Pool): Promise<LivingReplica> {
  last += 1;
  const id = last;
  let [turn, isAlive] = [0, true];
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
