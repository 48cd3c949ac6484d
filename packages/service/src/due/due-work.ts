import type { Pool } from 'pg';
import { describeError, type Log } from '../log.ts';
import { type Found, type Pauses, poll } from '../poll.ts';
import { type FairShare, partyOf } from '../sharing/fair-share.ts';
import { insist } from '../store/connection/insist.ts';
import type { Enlisted } from '../store/enlisted.ts';
import { writeTogether } from '../store/prepared.ts';
import type { Replica } from '../store/replica.ts';
import { inTransaction } from '../store/transaction.ts';
import type { DueRows } from './due-rows.ts';
import { HeldParcels } from './held-parcels.ts';
import { createOwnership } from './ownership.ts';
import type { Left, Owned, Parcel, Performer } from './performer.ts';

export interface DueWorkOptions<One extends Parcel> {
  readonly pool: Pool;
  readonly replica: Pick<Replica, 'id' | 'holds'>;
  /** How many connections were lost so far; see `Connections`. */
  readonly breaks: () => number;
  readonly log: Log;
  readonly rows: DueRows<One>;
  /** The places in memory for pieces of work, which accounts share. */
  readonly share: FairShare;
  /** Pauses while nothing is due, in milliseconds. */
  readonly pauseMs?: Pauses | undefined;
  /** Milliseconds of a clock that no one sets. */
  readonly now?: () => number;
}

/** Due work that is being written. */
export interface EnlistedWork<One extends Parcel, Decision = void> extends Enlisted<Decision> {
  /** What this replica owns, and does once it is committed. */
  readonly own: readonly Owned<One>[];
}

/** A parcel whose row is there: its work is under way, or has ended. */
interface Hold {
  /** What it has in memory. */
  places: number;
  /**
   * Connections lost before its work began: after another one, the work may be lost with a former server, and
   * is done again.
   */
  readonly broken: number;
  readonly work: Promise<void>;
}

/**
 * From the first number on, rows whose work is done are deleted without waiting for the next pass. Beyond the
 * second, while they cannot be deleted, nothing more is owned.
 */
const endedRows = { many: 256, most: 4_096 } as const;

/**
 * Milliseconds in which what became of a parcel is recorded. Afterwards it is done again, and finds its work
 * done.
 */
const insistForMs = 15_000;

const notSure: Promise<Left<never>> = Promise.resolve('not sure');

/** Milliseconds between two looks for parcels that are ours but in no memory. */
const auditEvery = 5_000;

/**
 * Due work of one kind: written here or claimed, done at least once each, and ended (decisions/due-work.md).
 * The rows of what is done are deleted together, once a pass: after a kill they are claimed anew, and their
 * work is found done.
 */
export class DueWork<One extends Parcel> {
  readonly #options: DueWorkOptions<One>;
  readonly #now: () => number;
  readonly #held = new HeldParcels<Owned<One>, Hold>();
  readonly #ownership: ReturnType<typeof createOwnership>;
  readonly #ended: Owned<One>[] = [];
  #performer: Performer<One> | undefined;
  #polling: ReturnType<typeof poll> | undefined;
  #auditedAt: number;
  #stopped: Promise<void> | undefined;

  constructor(options: DueWorkOptions<One>) {
    const { replica, share, now = () => performance.now() } = options;
    this.#options = options;
    this.#now = now;
    this.#auditedAt = now();
    const hasRoom = (accountId: number) => this.#hasRoom(accountId);
    this.#ownership = createOwnership({
      replica,
      hasRoom,
      isFull: () => share.isFull,
      wake: () => this.wake(),
    });
  }

  /** Begins to claim, and to own what is written. */
  start(performer: Performer<One>): void {
    this.#performer = performer;
    const { pauseMs = { shortest: 50, longest: 1_000 } } = this.#options;
    this.#polling = poll(() => this.#pass(), pauseMs);
  }

  /** How many parcels have a row of this replica. */
  get underWay(): number {
    return this.#held.size;
  }

  /** There may be something to claim. */
  wake(): void {
    this.#polling?.wake();
  }

  /** To be written in a statement of the caller. What this replica owns it does once that is committed. */
  enlist(parcels: readonly One[]): EnlistedWork<One> {
    const { rows } = this.#options;
    const { own, ownerOf } = this.#divide(parcels);
    return {
      own,
      parts: parcels.length === 0 ? [] : rows.write(parcels, ownerOf),
      committed: () => this.#take(own),
      notCommitted: () => this.#held.expectNoMore(own),
    };
  }

  /**
   * The same, where the statement decides what is left of each parcel.
   *
   * @param write writes that, each parcel with its owner.
   * @param leftOf what is left of a parcel; undefined if nothing is.
   */
  enlistPartly<Decision>(
    parcels: readonly One[],
    write: DueRows<One>['write'],
    leftOf: (parcel: Owned<One>, decision: Decision) => Owned<One> | undefined,
  ): EnlistedWork<One, Decision> {
    const { own, ownerOf } = this.#divide(parcels);
    return {
      own,
      parts: write(parcels, ownerOf),
      committed: (decision) => {
        this.#held.expectNoMore(own);
        this.#take(own.flatMap((parcel) => leftOf(parcel, decision) ?? []));
      },
      notCommitted: () => this.#held.expectNoMore(own),
    };
  }

  /** Claims no more, and resolves when what is under way has ended. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  #hasRoom(accountId: number): boolean {
    const { share } = this.#options;
    return share.grants([partyOf(accountId)]) && (this.#performer?.isOpenTo?.(accountId) ?? true);
  }

  /** Those that this replica owns are expected. */
  #divide(parcels: readonly One[]) {
    const { rows } = this.#options;
    const mayOwn = this.#performer !== undefined && this.#ended.length < endedRows.most;
    const owners = new Map<One, number | null>();
    for (const parcel of parcels)
      owners.set(parcel, mayOwn && rows.isDueNow(parcel) ? this.#ownership.ownerOf(parcel.accountId) : null);
    const own = [...owners].flatMap(([parcel, owner]) => (owner === null ? [] : [{ ...parcel, owner }]));
    this.#held.expect(own);
    return { own, ownerOf: (parcel: One) => owners.get(parcel) ?? null };
  }

  #take(parcels: readonly Owned<One>[]): void {
    if (this.#performer === undefined || parcels.length === 0) return;
    const { breaks, share, rows } = this.#options;
    const broken = breaks();
    for (const parcel of parcels) share.take([partyOf(parcel.accountId)], rows.sizeOf(parcel));
    const free = (parcel: Owned<One>, places: number) => this.#free(parcel, places);
    const works = this.#performer.perform(parcels, free);
    for (const [at, parcel] of parcels.entries()) {
      const work = this.#conclude(parcel, works[at]);
      this.#held.add(parcel, { places: rows.sizeOf(parcel), broken, work });
    }
  }

  /** Its places are others' from now on. */
  #free(parcel: Owned<One>, places: number): void {
    const hold = this.#held.stateOf(parcel);
    if (hold === undefined) return;
    const { share } = this.#options;
    hold.places -= places;
    share.give([partyOf(parcel.accountId)], places);
    this.#ownership.freed(parcel.accountId);
  }

  async #conclude(parcel: Owned<One>, work: Promise<Left<One>> = notSure): Promise<void> {
    const left = await work.catch((error: unknown) => {
      const { log, rows } = this.#options;
      log.error({ of: rows.of, error: describeError(error) }, 'due work failed, and is done again');
      return notSure;
    });
    const isRecorded = left !== 'not sure' && (left.length === 0 || (await this.#writeAnew(parcel, left)));
    this.#free(parcel, this.#held.stateOf(parcel)?.places ?? 0);
    if (!isRecorded || left.length > 0) {
      this.#forget(parcel, isRecorded);
      return;
    }
    this.#ended.push(parcel);
    if (this.#ended.length === endedRows.many) this.wake();
  }

  /** Resolves to whether that is certain. */
  async #writeAnew(parcel: Owned<One>, left: readonly One[]): Promise<boolean> {
    const { pool, rows, log } = this.#options;
    const replace = () =>
      inTransaction(pool, async (client) => {
        const ended = await writeTogether(client, rows.remove([parcel]));
        if (ended?.rowCount !== 0)
          await writeTogether(
            client,
            rows.write(left, () => null),
          );
      });
    try {
      await insist({ forMs: insistForMs }, async () => {
        if (this.#isSure(parcel)) await replace();
      });
      return this.#isSure(parcel);
    } catch (error) {
      log.error({ of: rows.of, error: describeError(error) }, 'what became of due work cannot be recorded');
      return false;
    }
  }

  /** No connection was lost since its work began. */
  #isSure(parcel: Owned<One>): boolean {
    return this.#held.stateOf(parcel)?.broken === this.#options.breaks();
  }

  /** @param isEnded whether that is recorded; otherwise it is handed back. */
  #forget(parcel: Owned<One>, isEnded: boolean): void {
    this.#held.remove(parcel, isEnded);
    if (!isEnded) this.wake();
  }

  async #pass(): Promise<Found> {
    try {
      await this.#deleteEnded();
      await this.#handBack();
      return await this.#claim();
    } catch (error) {
      const { log, rows } = this.#options;
      log.warn({ of: rows.of, error: describeError(error) }, 'due work cannot be claimed');
      return 'nothing';
    }
  }

  /** By one statement: a commit for each would cost more than doing them again after a kill. */
  async #deleteEnded(): Promise<void> {
    const { pool, rows } = this.#options;
    const ended = [...this.#ended];
    await writeTogether(pool, rows.remove(ended.filter((parcel) => this.#isSure(parcel))));
    // What has ended meanwhile is behind them.
    this.#ended.splice(0, ended.length);
    for (const parcel of ended) this.#forget(parcel, this.#isSure(parcel));
  }

  /** Frees what is ours in the database, and is not done here. */
  async #handBack(): Promise<void> {
    const { pool, replica, rows, log } = this.#options;
    for (const [owner, parcels] of Map.groupBy(this.#held.takeHandedBack(), (parcel) => parcel.owner))
      await rows.free(
        pool,
        owner,
        parcels.map(({ id }) => id),
      );
    if (this.#now() - this.#auditedAt < auditEvery) return;
    this.#auditedAt = this.#now();
    const owner = replica.id;
    const lost = this.#held.forgotten(await rows.ownedBy(pool, owner));
    // What ended between the look and now is no longer there.
    const parcels = lost.length === 0 ? 0 : await rows.free(pool, owner, lost);
    if (parcels > 0)
      log.warn({ of: rows.of, parcels }, 'work that was written without an answer is claimed anew');
  }

  async #claim(): Promise<Found> {
    const { replica, share } = this.#options;
    const performer = this.#performer;
    const owner = replica.id;
    if (performer === undefined || share.isFull || !replica.holds(owner)) return 'nothing';
    const held = this.#held.accounts;
    const notNow = held.filter((accountId) => !this.#hasRoom(accountId));
    const { parcels, isMore } = await performer.claim(owner, { held, notNow });
    const accountIds = parcels.map(({ accountId }) => accountId);
    this.#ownership.claimed({ accountIds, notNow, isMore });
    this.#take(parcels);
    const others = share.isFull ? [] : ((await performer.claimOthers?.(owner)) ?? []);
    this.#take(others);
    if (isMore) return 'more';
    return parcels.length + others.length > 0 ? 'all' : 'nothing';
  }

  async #stop(): Promise<void> {
    const { rows, log } = this.#options;
    this.#ownership.stop();
    await this.#polling?.stop();
    try {
      // Work that ends may have written more, which this replica then owns.
      while (this.#held.size > 0) {
        await Promise.all(this.#held.states.map(({ work }) => work));
        await insist({ forMs: insistForMs }, () => this.#deleteEnded());
      }
      await this.#handBack();
    } catch (error) {
      log.warn(
        { of: rows.of, error: describeError(error) },
        'work is not handed back until this replica leaves',
      );
    }
  }
}
