import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import type { Replica } from '../store/replica.ts';
import { freeParcels, parcelsOwnedBy } from './parcels.ts';

export interface LostWorkOptions {
  readonly pool: Pool;
  readonly replica: Pick<Replica, 'id'>;
  readonly log: Log;
  /** Milliseconds of a clock that no one sets. */
  readonly now: () => number;
  /** Stages and timers, or else callbacks. */
  readonly isStages: boolean;
  /** The parcels that were given up since the last call: no longer held, and still in the database. */
  takeGivenUp(): readonly { readonly id: string; readonly owner: number }[];
  /** Of the parcels that the database says are ours, those in no memory: the answer to their commit or claim was lost. */
  forgotten(owned: readonly string[]): readonly string[];
}

/** Milliseconds between two looks for parcels that are ours but in no memory. */
const auditEvery = 5_000;

/** Gives up parcels that are ours in the database, and not done here. */
export function createLostWork(options: LostWorkOptions): { free(): Promise<void> } {
  const { pool, replica, log, now, isStages, takeGivenUp, forgotten } = options;
  let auditedAt = now();

  async function audit(): Promise<void> {
    const owner = replica.id;
    const lost = forgotten(await parcelsOwnedBy(pool, owner, isStages));
    if (lost.length === 0) return;
    // What ended between the look and now is no longer there.
    const parcels = await freeParcels(pool, owner, lost);
    if (parcels > 0) log.warn({ parcels }, 'work that was written without an answer is claimed anew');
  }

  return {
    async free() {
      const givenUp = Map.groupBy(takeGivenUp(), ({ owner }) => owner);
      for (const [owner, parcels] of givenUp)
        await freeParcels(
          pool,
          owner,
          parcels.map(({ id }) => id),
        );
      if (now() - auditedAt < auditEvery) return;
      auditedAt = now();
      await audit();
    },
  };
}
