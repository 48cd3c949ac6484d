import type { Pool } from 'pg';
import type { Callbacks } from '../callbacks/start-callbacks.ts';
import { defined } from '../defined.ts';
import { DueWork } from '../due/due-work.ts';
import type { Owned } from '../due/performer.ts';
import {
  firstStages,
  type StageParcel,
  stageParcels,
  stageRows,
  writeAccepted,
} from '../due/stage-parcels.ts';
import type { GatewayOf } from '../gateways/gateway.ts';
import type { GatewayLane } from '../gateways/gateway-lane.ts';
import type { Candidate, FirstStages } from '../intake/commit-batch.ts';
import type { Log } from '../log.ts';
import type { Pauses } from '../poll.ts';
import { createFairShare } from '../sharing/fair-share.ts';
import { stopBudget } from '../stop-budget.ts';
import type { MessageKey } from '../store/message-key.ts';
import type { Replica } from '../store/replica.ts';
import type { ApplyOptions, EngineStore } from './apply-batch.ts';
import { Beginnings } from './begin-accepted.ts';
import { createApplier } from './create-applier.ts';
import { createGatewayLanes } from './gateway-lanes.ts';
import { createHolders } from './holders.ts';
import { createReceipts } from './receipts.ts';
import { createKnownAccounts, createRemembered } from './remembered.ts';
import { StageRun, type StageRunOptions } from './run-stage.ts';
import { createWithdrawals, type WithdrawalOptions } from './withdrawals.ts';

/** The settings of an operator; absent members have defaults. */
export interface EngineSettings {
  /** The longest text by channel, in code points, e.g. `{ SMS: 1600 }`; no limit if absent (ADR-0030). */
  readonly lengthLimits?: Readonly<Record<string, number>>;
  /**
   * Channels whose stages end UNDELIVERED at once, without a charge, because nothing can send them; none if
   * absent.
   */
  readonly withoutGateway?: readonly string[];
  /** Channels of which the numbers that want no messages are looked up (ADR-0054); none if absent. */
  readonly withOptOuts?: readonly string[];
  /** Seconds after which an attempt of unknown outcome counts as undelivered; 24 hours if absent. */
  readonly giveUpSeconds?: number;
  /**
   * The most messages whose stages or timers are under way at once; 4,096 if absent. An account gets a share
   * of them.
   */
  readonly capacity?: number;
}

export const defaultSettings: Required<EngineSettings> = {
  lengthLimits: {},
  withoutGateway: [],
  withOptOuts: [],
  giveUpSeconds: 24 * 60 * 60,
  capacity: 4_096,
};

interface EngineOptions {
  readonly pool: Pool;
  /** How many connections were lost so far; see `Connections`. None if absent. */
  readonly breaks?: () => number;
  readonly callbacks: Pick<Callbacks, 'report'>;
  readonly gateways: GatewayOf;
  /** The lane of a channel's gateway; always open if absent. */
  readonly laneOf?: ((channel: string) => GatewayLane) | undefined;
  /** Whether an operator has paused the gateway of a channel; none is, if absent. */
  readonly isPaused?: ((channel: string) => boolean) | undefined;
  /** This process among those that share the database. */
  readonly replica: Pick<Replica, 'id' | 'holds'>;
  readonly log: Log;
  /** Pauses while nothing is due, in milliseconds. */
  readonly pauseMs?: Pauses;
  readonly now?: () => Date;
  readonly settings?: EngineSettings;
  /** Called with the messages of each batch after its commit. */
  readonly onApplied?: ApplyOptions['onApplied'];
  readonly onResultCommitted?: StageRunOptions['onCommitted'];
  readonly onWithdrawal?: WithdrawalOptions['onAnswer'];
}

/** Runs the cascades of accepted messages (ADR-0019). Any number of replicas may share one database. */
export function startEngine(options: EngineOptions) {
  const { pool, callbacks, gateways, replica, log, pauseMs } = options;
  const { breaks = () => 0, now = () => new Date(), onApplied = () => {} } = options;
  const { capacity, ...rules } = { ...defaultSettings, ...options.settings };
  const { laneOf, isPaused } = options;
  const share = createFairShare(capacity);
  const stages = new DueWork(defined({ pool, replica, breaks, log, rows: stageRows, share, pauseMs }));
  const lanes = createGatewayLanes(defined({ laneOf, isPaused, inMemory: share }));
  const store: EngineStore = {
    pool,
    report: callbacks.report,
    enqueue: (followups) => stages.enlist(stageParcels(followups)),
  };
  const holders = createHolders(replica);
  const remembered = createRemembered();
  const known = createKnownAccounts();
  const shared = { ...rules, now, onApplied, remembered, known };
  const { apply, drained } = createApplier(store, { ...shared, isUnderWay: holders.isUnderWay });
  const { onResultCommitted: onCommitted, onWithdrawal: onAnswer } = options;
  const beginnings = new Beginnings({ ...shared, store, holders });
  const withdrawals = createWithdrawals({ gateways, lanes, apply, onAnswer, log, now });
  const takeBegun = (message: MessageKey) => beginnings.take(message);
  const around = { pool, replica, holders, gateways, lanes, log, now };
  const stageRun = new StageRun(defined({ ...around, apply, takeBegun, withdrawals, onCommitted }));
  stages.start(stageRun);
  const endRoom = lanes.onRoom(() => stages.wake());
  return {
    ...createReceipts({ apply, log, now }),
    /** What this replica knows of the gateways. */
    gatewayLanes: lanes.states,
    /** How many parcels are under way, of up to 32 messages each. */
    get underWay(): number {
      return stages.underWay;
    },
    /** The first stages of messages, to be written in the statement that accepts some of them. */
    enqueue(candidates: readonly Candidate[]): FirstStages {
      const written = stages.enlistPartly(firstStages(candidates), writeAccepted, acceptedOf);
      const light = written.own.filter(({ isHeavy }) => !isHeavy);
      const own = new Set(light.flatMap(({ messageIds }) => messageIds));
      return { written, begun: beginnings.begin(candidates.filter(({ messageId }) => own.has(messageId))) };
    },
    /**
     * Begins no more work, and resolves when what is under way has ended. Aborts calls of gateways in time
     * (`stopBudget`).
     * @param seconds Since the stop began; 0 if absent.
     */
    async stop(seconds: number = 0): Promise<void> {
      const abort = setTimeout(() => stageRun.abort(), Math.max(0, stopBudget.gateways - seconds) * 1_000);
      endRoom();
      lanes.refuseWaiting('the service stops');
      await stages.stop();
      clearTimeout(abort);
      await drained();
    },
  };
}

/** Undefined if none of its messages was accepted. */
function acceptedOf(
  parcel: Owned<StageParcel>,
  accepted: ReadonlySet<number>,
): Owned<StageParcel> | undefined {
  const messageIds = parcel.messageIds.filter((id) => accepted.has(id));
  return messageIds.length === 0 ? undefined : { ...parcel, messageIds };
}
