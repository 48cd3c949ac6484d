import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import type { FairShare } from '../sharing/fair-share.ts';
import type { Replica } from '../store/replica.ts';
import { freeParcels, type Parcel, parcelsOwnedBy } from './parcels.ts';

/** An event of a parcel that this process holds. */
export interface HeldEvent {
  readonly parcel: Parcel;
  readonly eventId: string;
}

/** The parcels of callbacks, each until all of its events are resolved. */
export type Holdings = ReturnType<typeof createHoldings>;

/**
 * The work of a kind that this process holds, each parcel until it is deleted or given up, with a state: by
 * the object, since under another owner, it is another one.
 *
 * @param share the places in memory, by the party of an account.
 */
export function createHeldParcels<One extends { readonly id: string; readonly accountId: number }, State>(
  share: FairShare,
  partyOf: (accountId: number) => string,
) {
  const states = new Map<One, State>();
  const expected = new Set<string>();
  let givenUp: One[] = [];
  return {
    states,
    /** Not even an account without work here has room. */
    isFull: () => share.isFull,
    hasRoom: (accountId: number) => share.grants([partyOf(accountId)]),
    /** Whose work is held. */
    accounts: (): readonly number[] => [...new Set([...states.keys()].map(({ accountId }) => accountId))],
    /** They are being written, and held from the commit on. */
    expect(parcels: readonly One[]): void {
      for (const { id } of parcels) expected.add(id);
    },
    /** The transaction that writes them failed, or its answer was lost. */
    expectNoMore(parcels: readonly One[]): void {
      for (const { id } of parcels) expected.delete(id);
    },
    add(parcel: One, state: State): void {
      expected.delete(parcel.id);
      states.set(parcel, state);
    },
    remove(parcel: One, isDone: boolean): void {
      states.delete(parcel);
      if (!isDone) givenUp.push(parcel);
    },
    /** The parcels that were given up since the last call: no longer held, and still in the database. */
    takeGivenUp(): readonly One[] {
      const taken = givenUp;
      givenUp = [];
      return taken;
    },
    /**
     * Of the parcels that the database says are ours, those in no memory: the answer to their commit or claim
     * was lost.
     */
    forgotten(owned: readonly string[]): readonly string[] {
      const held = new Set([...states.keys()].map(({ id }) => id));
      return owned.filter((id) => !held.has(id) && !expected.has(id));
    },
  };
}

interface Hold {
  open: number;
  isSure: boolean;
  /** Whether a commit deletes it. Where its last outcomes end in two commits at once, neither does. */
  isCompleted: boolean;
  /** Connections lost before it was taken. */
  readonly breaks: number;
}

interface HoldingsOptions {
  /** How many connections were lost so far. */
  readonly breaks: () => number;
  /** Places for events, which accounts share. */
  readonly share: FairShare;
  readonly onTaken: (eventIds: readonly string[]) => void;
  readonly onLetGo: (eventId: string) => void;
  /** Called after an event has ended. */
  readonly onFreed: (accountId: number) => void;
}

const partyOf = (accountId: number) => `${accountId}`;

export function createHoldings({ breaks, share, onTaken, onLetGo, onFreed }: HoldingsOptions) {
  const { states, add, remove, ...held } = createHeldParcels<Parcel, Hold>(share, partyOf);
  let onDrained = () => {};
  const isSure = (hold: Hold) => hold.isSure && hold.breaks === breaks();

  return {
    ...held,
    /** Events that are not resolved yet. */
    get events(): number {
      return share.used;
    },
    take(parcels: readonly Parcel[]): void {
      for (const parcel of parcels) {
        const { accountId, entries } = parcel;
        add(parcel, { open: entries.length, isSure: true, isCompleted: false, breaks: breaks() });
        share.take([partyOf(accountId)], entries.length);
        onTaken(entries.map(({ eventId }) => eventId));
      }
    },
    /**
     * The parcels that are done once these events are resolved. If a connection was lost since a parcel was
     * taken, the outcomes of its other events may be lost with a former server: it is given up, and done
     * again.
     */
    completedBy(resolved: readonly HeldEvent[]): readonly string[] {
      const byParcel = Map.groupBy(resolved, ({ parcel }) => parcel);
      return [...byParcel].flatMap(([parcel, ofParcel]) => {
        const hold = states.get(parcel);
        if (hold === undefined || !isSure(hold) || hold.open !== ofParcel.length) return [];
        hold.isCompleted = true;
        return [parcel.id];
      });
    },
    /** Ends the wait for one event. If its outcome could not be recorded, its parcel is given up. */
    letGo({ parcel, eventId }: HeldEvent, recorded: boolean): void {
      onLetGo(eventId);
      const hold = states.get(parcel);
      if (hold === undefined) return;
      share.give([partyOf(parcel.accountId)]);
      hold.open -= 1;
      hold.isSure &&= recorded;
      if (hold.open === 0) remove(parcel, isSure(hold) && hold.isCompleted);
      if (share.used === 0) onDrained();
      onFreed(parcel.accountId);
    },
    /** Resolves when no event is held. */
    async drained(): Promise<void> {
      if (share.used > 0) await new Promise<void>((resolve) => (onDrained = resolve));
    },
  };
}

type HeldWork = ReturnType<
  typeof createHeldParcels<
    { readonly id: string; readonly accountId: number; readonly owner: number },
    unknown
  >
>;

interface LostWorkOptions extends Pick<HeldWork, 'takeGivenUp' | 'forgotten'> {
  readonly pool: Pool;
  readonly replica: Pick<Replica, 'id'>;
  readonly log: Log;
  /** Milliseconds of a clock that no one sets. */
  readonly now: () => number;
  /** Stages and timers, or else callbacks. */
  readonly isStages: boolean;
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
