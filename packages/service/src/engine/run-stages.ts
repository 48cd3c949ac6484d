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

export interface OwnedStages extends WrittenStages {
  /** Those of the parcels that this replica owns. */
  readonly own: readonly OwnedStageParcel[];
}

/** Does stages and timers that are due, at least once each, until it is stopped (decisions/due-work.md). */
export type StageRunner = ReturnType<typeof runStages>;

/**
 * Milliseconds in which what became of a parcel is recorded. Afterwards it is done again, and finds its work
 * done.
 */
const insistForMs = 15_000;

export function runStages(options: StageRunnerOptions) {
  const { pool, replica, breaks, log, run, closedGateways, pauseMs } = options;
  const holdings = createStageHoldings(options.inMemory);
  const now = () => performance.now();
  const lost = createLostWork({ ...holdings, pool, replica, log, now, isStages: true });
  const { hasRoom, isFull } = holdings;
  const ownership = createOwnership({ replica, hasRoom, isFull, wake: () => polling.wake() });
  const endings = createEndings(breaks, letGo);

  function take(parcels: readonly OwnedStageParcel[]): void {
    for (const parcel of parcels) holdings.take(parcel, perform(parcel));
  }

  async function perform(parcel: OwnedStageParcel): Promise<void> {
    const broken = breaks();
    try {
      const left = await run(parcel);
      if (left.length === 0) return endings.add({ parcel, broken });
      // While it is sure that no connection was lost since its work began.
      const retry = async () => breaks() === broken && retryStages(pool, parcel, retriesOf(parcel, left));
      await insist({ forMs: insistForMs }, retry);
      letGo(parcel, breaks() === broken);
    } catch (error) {
      log.error({ error: describeError(error) }, 'what became of due work cannot be recorded');
      letGo(parcel, false);
    }
  }

  function letGo(parcel: OwnedStageParcel, isDone: boolean): void {
    holdings.letGo(parcel, isDone);
    ownership.freed(parcel.accountId);
    if (!isDone) polling.wake();
  }

  async function claim(): Promise<Found> {
    const owner = replica.id;
    if (isFull() || !replica.holds(owner)) return 'nothing';
    const held = holdings.accounts();
    const accounts = held.filter((accountId) => !hasRoom(accountId));
    const { parcels, isMore } = await claimStages(pool, owner, { accounts, gateways: closedGateways(held) });
    const accountIds = parcels.map(({ accountId }) => accountId);
    ownership.claimed({ accountIds, notNow: accounts, isMore });
    take(parcels);
    if (isMore) return 'more';
    return parcels.length > 0 ? 'all' : 'nothing';
  }

  async function pass(): Promise<Found> {
    try {
      await endings.now(pool);
      await lost.free();
      return await claim();
    } catch (error) {
      log.warn({ error: describeError(error) }, 'stages and timers cannot be claimed');
      return 'nothing';
    }
  }

  async function end(): Promise<void> {
    ownership.stop();
    await polling.stop();
    await endAll({ pool, holdings, endings, lost, log });
  }

  const polling = poll(pass, pauseMs ?? { shortest: 50, longest: 1_000 });
  let stopped: Promise<void> | undefined;
  return {
    /** How many parcels are under way. */
    get underWay(): number {
      return holdings.size;
    },
    /** There may be room for what had none. */
    wake: (): void => polling.wake(),
    /** @param isIntake whether only those messages are written that the same statement accepts. */
    write: (parcels: readonly NewStageParcel[], isIntake?: boolean) =>
      writeOwned(parcels, { ownerOf: ownership.ownerOf, holdings, endings, take, isIntake }),
    /** Claims no more, and resolves when what is under way has ended. */
    stop(): Promise<void> {
      stopped ??= end();
      return stopped;
    },
  };
}

interface Ending {
  readonly pool: Pool;
  readonly holdings: StageHoldings;
  readonly endings: Endings;
  readonly lost: { free(): Promise<void> };
  readonly log: Log;
}

/** Waits for the work under way, and deletes or gives up its parcels. */
async function endAll({ pool, holdings, endings, lost, log }: Ending): Promise<void> {
  try {
    while (holdings.size > 0) {
      await holdings.worked();
      await insist({ forMs: insistForMs }, () => endings.now(pool));
    }
    await lost.free();
  } catch (error) {
    log.warn({ error: describeError(error) }, 'work is not given up until this replica leaves');
  }
}

/**
 * A parcel whose work is done, and the connections lost before that began: after another one, the work may be
 * lost with a former server, and is done again.
 */
interface Ended {
  readonly parcel: OwnedStageParcel;
  readonly broken: number;
}

type Endings = ReturnType<typeof createEndings>;

/**
 * Deletes parcels in the next commit, whatever that is for: a commit of its own would cost more than doing
 * them again after a kill.
 */
function createEndings(breaks: () => number, letGo: (parcel: OwnedStageParcel, isDone: boolean) => void) {
  let waiting: Ended[] = [];
  const isSure = ({ broken }: Ended) => broken === breaks();

  function take(): WrittenStages {
    const ending = waiting;
    waiting = [];
    return {
      parts: endStages(ending.filter(isSure).map(({ parcel }) => parcel)),
      committed() {
        for (const one of ending) letGo(one.parcel, isSure(one));
      },
      notCommitted: () => void waiting.push(...ending),
    };
  }

  return {
    add: (one: Ended) => void waiting.push(one),
    /** What has ended, for the next commit. */
    take,
    /** In a commit of its own, if there is any. */
    async now(pool: Pool): Promise<void> {
      const ending = take();
      try {
        await writeTogether(pool, ending.parts);
        ending.committed();
      } catch (error) {
        ending.notCommitted();
        throw error;
      }
    },
  };
}

interface Owning {
  ownerOf(accountId: number): number | null;
  readonly holdings: StageHoldings;
  readonly endings: Endings;
  take(parcels: readonly OwnedStageParcel[]): void;
  readonly isIntake: boolean | undefined;
}

function isDueNow({ startAt, delayMs }: NewStageParcel): boolean {
  return startAt === null && delayMs <= 0;
}

/** What this replica owns it does from memory, once that is committed. */
function writeOwned(
  parcels: readonly NewStageParcel[],
  { ownerOf, holdings, endings, take, isIntake }: Owning,
): OwnedStages {
  const owners = new Map(
    parcels.map((parcel) => [parcel, isDueNow(parcel) ? ownerOf(parcel.accountId) : null]),
  );
  const own = [...owners].flatMap(([parcel, owner]) => (owner === null ? [] : [{ ...parcel, owner }]));
  holdings.expect(own);
  const ending = endings.take();
  return {
    own,
    parts: [
      ...writeStages(parcels, (parcel) => owners.get(parcel) ?? null, isIntake ? writeAccepted : undefined),
      ...ending.parts,
    ],
    committed(accepted) {
      const isDue = (messageId: number) => accepted?.has(messageId) ?? true;
      const due = own.map((parcel) => ({ ...parcel, messageIds: parcel.messageIds.filter(isDue) }));
      const empty = due.filter(({ messageIds }) => messageIds.length === 0);
      holdings.expectNoMore(empty);
      take(due.filter((parcel) => !empty.includes(parcel)));
      ending.committed();
    },
    notCommitted() {
      holdings.expectNoMore(own);
      ending.notCommitted();
    },
  };
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
    /** @param isDone whether that is recorded; otherwise it is given up. */
    letGo(parcel: OwnedStageParcel, isDone: boolean): void {
      share.give([partyOf(parcel.accountId)], parcel.messageIds.length);
      remove(parcel, isDone);
    },
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
