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

/** The parcels that this process holds, each until all of its events are resolved. */
export interface Holdings {
  /** Events that are not resolved yet. */
  readonly events: number;
  /** Not even an account without an event here has room. */
  isFull(): boolean;
  hasRoom(accountId: number): boolean;
  /** Whose events are held. */
  accounts(): readonly number[];
  /** They are being written, and held from the commit on. */
  expect(parcels: readonly Parcel[]): void;
  /** The transaction that writes them failed, or its answer was lost. */
  expectNoMore(parcels: readonly Parcel[]): void;
  take(parcels: readonly Parcel[]): void;
  /**
   * The parcels that are done once these events are resolved. If a connection was lost since a parcel was taken, the outcomes
   * of its other events may be lost with a former server: it is given up, and done again.
   */
  completedBy(events: readonly HeldEvent[]): readonly string[];
  /** Ends the wait for one event. If its outcome could not be recorded, its parcel is given up. */
  letGo(event: HeldEvent, recorded: boolean): void;
  /** The parcels that were given up since the last call: no longer held, and still in the database. */
  takeGivenUp(): readonly Parcel[];
  /** Resolves when no event is held. */
  drained(): Promise<void>;
  /** Of the parcels that the database says are ours, those in no memory: the answer to their commit or claim was lost. */
  forgotten(owned: readonly string[]): readonly string[];
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

const partyOf = (accountId: number) => [`${accountId}`];

export function createHoldings({ breaks, share, onTaken, onLetGo, onFreed }: HoldingsOptions): Holdings {
  /** By the object: under another owner, the same parcel is another one. */
  const holds = new Map<Parcel, Hold>();
  let givenUp: Parcel[] = [];
  const expected = new Set<string>();
  let onDrained = () => {};
  const isSure = (hold: Hold) => hold.isSure && hold.breaks === breaks();

  return {
    get events() {
      return share.used;
    },
    isFull: () => share.isFull,
    hasRoom: (accountId) => share.grants(partyOf(accountId)),
    accounts: () => [...new Set([...holds.keys()].map(({ accountId }) => accountId))],
    expect(parcels) {
      for (const { id } of parcels) expected.add(id);
    },
    expectNoMore(parcels) {
      for (const { id } of parcels) expected.delete(id);
    },
    take(parcels) {
      for (const parcel of parcels) {
        expected.delete(parcel.id);
        const { entries } = parcel;
        holds.set(parcel, { open: entries.length, isSure: true, isCompleted: false, breaks: breaks() });
        share.take(partyOf(parcel.accountId), entries.length);
        onTaken(entries.map(({ eventId }) => eventId));
      }
    },
    completedBy(resolved) {
      const byParcel = Map.groupBy(resolved, ({ parcel }) => parcel);
      return [...byParcel].flatMap(([parcel, ofParcel]) => {
        const hold = holds.get(parcel);
        if (hold === undefined || !isSure(hold) || hold.open !== ofParcel.length) return [];
        hold.isCompleted = true;
        return [parcel.id];
      });
    },
    letGo({ parcel, eventId }, recorded) {
      onLetGo(eventId);
      const hold = holds.get(parcel);
      if (hold === undefined) return;
      share.give(partyOf(parcel.accountId));
      hold.open -= 1;
      hold.isSure &&= recorded;
      if (hold.open === 0) {
        holds.delete(parcel);
        if (!isSure(hold) || !hold.isCompleted) givenUp.push(parcel);
      }
      if (share.used === 0) onDrained();
      onFreed(parcel.accountId);
    },
    takeGivenUp() {
      const taken = givenUp;
      givenUp = [];
      return taken;
    },
    async drained() {
      if (share.used > 0) await new Promise<void>((resolve) => (onDrained = resolve));
    },
    forgotten(owned) {
      const held = new Set([...holds.keys()].map(({ id }) => id));
      return owned.filter((id) => !held.has(id) && !expected.has(id));
    },
  };
}

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
