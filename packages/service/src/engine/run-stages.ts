import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createHeldParcels, createLostWork } from '../due/holdings.ts';
import { createOwnership } from '../due/ownership.ts';
import type { WrittenStages } from '../intake/commit-batch.ts';
import { describeError, type Log } from '../log.ts';
import { type Found, type Pauses, poll } from '../poll.ts';
import type { FairShare } from '../sharing/fair-share.ts';
import { insist } from '../store/connection/insist.ts';
import { writeTogether } from '../store/prepared.ts';
import type { Replica } from '../store/replica.ts';
import { partyOf } from './gateway-lanes.ts';
import {
  claimStages,
  endStages,
  type NewStageParcel,
  type OwnedStageParcel,
  retryDelay,
  retryStages,
  writeAccepted,
  writeStages,
} from './stage-parcels.ts';

/** A message that is to be tried again. */
export interface LeftMessage {
  readonly messageId: number;
  /** The channel whose gateway failed, or had no room. */
  readonly gateway: string | null;
  /** It was not tried: there was no room. */
  readonly wasRefused: boolean;
}

export interface StageRunnerOptions {
  readonly pool: Pool;
  readonly replica: Pick<Replica, 'id' | 'holds'>;
  /** How many connections were lost so far; see `Connections`. */
  readonly breaks: () => number;
  readonly log: Log;
  /**
   * Does the work of a parcel, which may have been done before; resolves to what is left of it. Never
   * rejects.
   */
  run(parcel: OwnedStageParcel): Promise<readonly LeftMessage[]>;
  /** The gateways that have no room for what they have been tried with; see `GatewayLanes.closed`. */
  closedGateways(accountIds: readonly number[]): readonly string[];
  /** Pauses while nothing is due, in milliseconds. */
  readonly pauseMs?: Pauses | undefined;
  /** The messages in memory, of which an account gets a quarter of what is free. */
  readonly inMemory: FairShare;
}

interface OwnedStages extends WrittenStages {
  /** Those of the parcels that this replica owns. */
  readonly own: readonly OwnedStageParcel[];
}

/**
 * Milliseconds in which what became of a parcel is recorded. Afterwards it is done again, and finds its work
 * done.
 */
const insistForMs = 15_000;

/**
 * From the first number on, rows whose work is done are deleted without waiting for the next pass. Beyond the
 * second, while they cannot be deleted, nothing more is owned.
 */
const endedRows = { many: 256, most: 4_096 } as const;

/** What became of a parcel: no more than its row is left, or the rest is written under other ids. */
type WorkOutcome = 'done' | 'written anew' | 'not sure';

/**
 * A parcel whose work is done, and the connections lost before that began: after another one, the work may be
 * lost with a former server, and is done again.
 */
interface Ended {
  readonly parcel: OwnedStageParcel;
  readonly broken: number;
}

/** Does stages and timers that are due, at least once each, until it is stopped (decisions/due-work.md). */
export function runStages(options: StageRunnerOptions): StageRunner {
  return new StageRunner(options);
}

export type { StageRunner };

class StageRunner {
  readonly #options: StageRunnerOptions;
  readonly #holdings: StageHoldings;
  readonly #lost: ReturnType<typeof createLostWork>;
  readonly #ownership: ReturnType<typeof createOwnership>;
  readonly #polling: ReturnType<typeof poll>;
  readonly #ended: Ended[] = [];
  #stopped: Promise<void> | undefined;

  constructor(options: StageRunnerOptions) {
    const { pool, replica, log, inMemory, pauseMs } = options;
    this.#options = options;
    this.#holdings = createStageHoldings(inMemory);
    const { hasRoom, isFull } = this.#holdings;
    const now = () => performance.now();
    this.#lost = createLostWork({ ...this.#holdings, pool, replica, log, now, isStages: true });
    this.#ownership = createOwnership({ replica, hasRoom, isFull, wake: () => this.wake() });
    this.#polling = poll(() => this.#pass(), pauseMs ?? { shortest: 50, longest: 1_000 });
  }

  /** How many parcels have a row of this replica. */
  get underWay(): number {
    return this.#holdings.size;
  }

  /** There may be room for what had none. */
  wake(): void {
    this.#polling.wake();
  }

  /**
   * What this replica owns it does from memory, once that is committed.
   *
   * @param isIntake whether only those messages are written that the same statement accepts.
   */
  write(parcels: readonly NewStageParcel[], isIntake?: boolean): OwnedStages {
    const ownerOf = (parcel: NewStageParcel) =>
      isDueNow(parcel) && this.#ended.length < endedRows.most
        ? this.#ownership.ownerOf(parcel.accountId)
        : null;
    const owners = new Map(parcels.map((parcel) => [parcel, ownerOf(parcel)]));
    const own = [...owners].flatMap(([parcel, owner]) => (owner === null ? [] : [{ ...parcel, owner }]));
    this.#holdings.expect(own);
    const kind = isIntake ? writeAccepted : undefined;
    return {
      own,
      parts: writeStages(parcels, (parcel) => owners.get(parcel) ?? null, kind),
      committed: (accepted) => {
        const isDue = (messageId: number) => accepted?.has(messageId) ?? true;
        const due = own.map((parcel) => ({ ...parcel, messageIds: parcel.messageIds.filter(isDue) }));
        const empty = due.filter(({ messageIds }) => messageIds.length === 0);
        this.#holdings.expectNoMore(empty);
        this.#take(due.filter((parcel) => !empty.includes(parcel)));
      },
      notCommitted: () => this.#holdings.expectNoMore(own),
    };
  }

  /** Claims no more, and resolves when what is under way has ended. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  #take(parcels: readonly OwnedStageParcel[]): void {
    for (const parcel of parcels) this.#holdings.take(parcel, this.#perform(parcel));
  }

  async #perform(parcel: OwnedStageParcel): Promise<void> {
    const broken = this.#options.breaks();
    const outcome = await this.#work(parcel, broken);
    this.#holdings.free(parcel);
    this.#ownership.freed(parcel.accountId);
    if (outcome !== 'done') return this.#forget(parcel, outcome === 'written anew');
    this.#ended.push({ parcel, broken });
    if (this.#ended.length === endedRows.many) this.wake();
  }

  async #work(parcel: OwnedStageParcel, broken: number): Promise<WorkOutcome> {
    const { pool, breaks, log, run } = this.#options;
    try {
      const left = await run(parcel);
      if (left.length === 0) return 'done';
      // While it is sure that no connection was lost since its work began.
      const retry = async () => breaks() === broken && retryStages(pool, parcel, retriesOf(parcel, left));
      await insist({ forMs: insistForMs }, retry);
      return breaks() === broken ? 'written anew' : 'not sure';
    } catch (error) {
      log.error({ error: describeError(error) }, 'what became of due work cannot be recorded');
      return 'not sure';
    }
  }

  /** @param isDone whether that is recorded; otherwise it is given up. */
  #forget(parcel: OwnedStageParcel, isDone: boolean): void {
    this.#holdings.forget(parcel, isDone);
    if (!isDone) this.wake();
  }

  async #pass(): Promise<Found> {
    try {
      await this.#deleteEnded();
      await this.#lost.free();
      return await this.#claim();
    } catch (error) {
      this.#options.log.warn({ error: describeError(error) }, 'stages and timers cannot be claimed');
      return 'nothing';
    }
  }

  /**
   * The rows of parcels whose work is done, by one statement a pass: a commit for each would cost more than
   * doing them again after a kill.
   */
  async #deleteEnded(): Promise<void> {
    const { pool, breaks } = this.#options;
    const isSure = ({ broken }: Ended) => broken === breaks();
    const ended = [...this.#ended];
    await writeTogether(pool, endStages(ended.filter(isSure).map(({ parcel }) => parcel)));
    // What has ended meanwhile is behind them.
    this.#ended.splice(0, ended.length);
    for (const one of ended) this.#forget(one.parcel, isSure(one));
  }

  async #claim(): Promise<Found> {
    const { pool, replica, closedGateways } = this.#options;
    const { accounts, hasRoom, isFull } = this.#holdings;
    const owner = replica.id;
    if (isFull() || !replica.holds(owner)) return 'nothing';
    const held = accounts();
    const notNow = held.filter((accountId) => !hasRoom(accountId));
    const gateways = closedGateways(held);
    const { parcels, isMore } = await claimStages(pool, owner, { accounts: notNow, gateways });
    const accountIds = parcels.map(({ accountId }) => accountId);
    this.#ownership.claimed({ accountIds, notNow, isMore });
    this.#take(parcels);
    if (isMore) return 'more';
    return parcels.length > 0 ? 'all' : 'nothing';
  }

  async #stop(): Promise<void> {
    this.#ownership.stop();
    await this.#polling.stop();
    try {
      // Work that ends may have written more, which this replica then owns.
      while (this.#holdings.size > 0) {
        await this.#holdings.worked();
        await insist({ forMs: insistForMs }, () => this.#deleteEnded());
      }
      await this.#lost.free();
    } catch (error) {
      this.#options.log.warn(
        { error: describeError(error) },
        'work is not given up until this replica leaves',
      );
    }
  }
}

function isDueNow({ startAt, delayMs }: NewStageParcel): boolean {
  return startAt === null && delayMs <= 0;
}

type StageHoldings = ReturnType<typeof createStageHoldings>;

/** The parcels of stages and timers, each until it is deleted or given up. */
function createStageHoldings(share: FairShare) {
  const { states, add, remove, ...held } = createHeldParcels<OwnedStageParcel, Promise<void>>(share, partyOf);
  return {
    ...held,
    get size(): number {
      return states.size;
    },
    take(parcel: OwnedStageParcel, work: Promise<void>): void {
      share.take([partyOf(parcel.accountId)], parcel.messageIds.length);
      add(parcel, work);
    },
    /** Its work has ended, and others have its places in memory. */
    free(parcel: OwnedStageParcel): void {
      share.give([partyOf(parcel.accountId)], parcel.messageIds.length);
    },
    /** @param isDone whether that is recorded; otherwise it is given up. */
    forget: remove,
    /** Resolves when the work of those that are held now has ended. */
    worked: (): Promise<unknown> => Promise.all(states.values()),
  };
}

function retriesOf(parcel: OwnedStageParcel, left: readonly LeftMessage[]): readonly NewStageParcel[] {
  const alike = Map.groupBy(left, ({ gateway, wasRefused }) => `${gateway} ${wasRefused}`);
  return [...alike.values()].map((messages) => retryOf(parcel, messages));
}

/** What had no room is claimed as soon as there is some. */
function retryOf(parcel: OwnedStageParcel, messages: readonly LeftMessage[]): NewStageParcel {
  const { queue, accountId, position, isHeavy, tries } = parcel;
  const { gateway = null, wasRefused = false } = messages[0] ?? {};
  return {
    queue,
    accountId,
    position,
    isHeavy,
    gateway,
    id: randomUUID(),
    messageIds: messages.map(({ messageId }) => messageId),
    tries: wasRefused ? tries : Math.min(30, tries + 1),
    startAt: null,
    delayMs: wasRefused ? 0 : retryDelay(tries),
  };
}
