import type { Pool } from 'pg';
import type { ChangedMessage } from '../callbacks/fresh-events.ts';
import { registeredReceivers } from '../callbacks/load-pending-callbacks.ts';
import type { Callbacks } from '../callbacks/start-callbacks.ts';
import { defined } from '../defined.ts';
import type { GatewayOf } from '../gateways/gateway.ts';
import type { GatewayLane } from '../gateways/gateway-lane.ts';
import type { Candidate, FirstStages } from '../intake/commit-batch.ts';
import type { Log } from '../log.ts';
import type { Pauses } from '../poll.ts';
import { createFairShare } from '../sharing/fair-share.ts';
import { stopBudget } from '../stop-budget.ts';
import type { ApplyOptions, EngineStore } from './apply-batch.ts';
import { createBeginnings } from './begin-accepted.ts';
import type { CascadeRun } from './cascade-run.ts';
import type { CascadeState } from './cascade-state.ts';
import { createApplier } from './create-applier.ts';
import { createGatewayLanes } from './gateway-lanes.ts';
import { createHandlers } from './handlers.ts';
import { createKnownAccounts, createRemembered } from './remembered.ts';
import { runStages, type StageRunner } from './run-stages.ts';
import { createSends, type SendOptions } from './sends.ts';
import { firstStages, stageParcels } from './stage-parcels.ts';
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
  readonly callbacks: Pick<Callbacks, 'write' | 'committed' | 'notCommitted'>;
  readonly gateways: GatewayOf;
  /** The lane of a channel's gateway; always open if absent. */
  readonly laneOf?: ((channel: string) => GatewayLane) | undefined;
  /** Whether an operator has paused the gateway of a channel; none is, if absent. */
  readonly isPaused?: ((channel: string) => boolean) | undefined;
  /** This process among those that share the database. */
  readonly replica: SendOptions['replica'];
  readonly log: Log;
  /** Pauses while nothing is due, in milliseconds. */
  readonly pauseMs?: Pauses;
  readonly now?: () => Date;
  readonly settings?: EngineSettings;
  /** Called with the messages of each batch after its commit. */
  readonly onApplied?: ApplyOptions['onApplied'];
  readonly onResultCommitted?: SendOptions['onCommitted'];
  readonly onWithdrawal?: WithdrawalOptions['onAnswer'];
}

/** Runs the cascades of accepted messages (ADR-0019). Any number of replicas may share one database. */
export function startEngine(options: EngineOptions) {
  const { pool, gateways, replica, log, pauseMs, now = () => new Date(), onApplied = () => {} } = options;
  const { breaks = () => 0 } = options;
  const { capacity, ...rules } = { ...defaultSettings, ...options.settings };
  const { laneOf, isPaused } = options;
  const inMemory = createFairShare(capacity);
  const lanes = createGatewayLanes(defined({ laneOf, isPaused, inMemory }));
  const store = engineStore(options, () => runner);
  const remembered = createRemembered();
  const known = createKnownAccounts();
  const shared = { ...rules, now, onApplied, remembered, known };
  const applier = createApplier(store, { ...shared, isUnderWay: (holder) => sends.isUnderWay(holder) });
  const { apply } = applier;
  const { onResultCommitted: onCommitted, onWithdrawal: onAnswer } = options;
  const sends = createSends(defined({ apply, replica, gateways, lanes, onCommitted, log, now }));
  const beginnings = createBeginnings({ ...shared, store, sends });
  const withdrawals = createWithdrawals({ gateways, lanes, apply, onAnswer, log, now });
  const handlers = createHandlers({ apply, sends, takeBegun: beginnings.take, withdrawals, log, now });
  const runner = runStages({
    pool,
    replica,
    breaks,
    log,
    inMemory,
    pauseMs,
    run: handlers.run,
    closedGateways: lanes.closed,
  });
  const endRoom = lanes.onRoom(() => runner.wake());
  return {
    /** Resolves once the receipt is committed. Receipts of unknown attempts are dropped. */
    onReceipt: handlers.receipt,
    onHeardReceipt: handlers.heardReceipt,
    /** What this replica knows of the gateways. */
    gatewayLanes: lanes.states,
    /** How many parcels are under way, of up to 32 messages each. */
    get underWay(): number {
      return runner.underWay;
    },
    /** The first stages of messages, to be written in the statement that accepts some of them. */
    enqueue(candidates: readonly Candidate[]): FirstStages {
      const written = runner.write(firstStages(candidates), true);
      const own = new Set(
        written.own.filter(({ isHeavy }) => !isHeavy).flatMap(({ messageIds }) => messageIds),
      );
      return {
        ...written,
        begun: beginnings.begin(candidates.filter(({ messageId }) => own.has(messageId))),
      };
    },
    /**
     * Begins no more work, and resolves when what is under way has ended. Aborts calls of gateways in time
     * (`stopBudget`).
     * @param seconds Since the stop began; 0 if absent.
     */
    async stop(seconds: number = 0): Promise<void> {
      const abort = setTimeout(sends.abort, Math.max(0, stopBudget.gateways - seconds) * 1_000);
      endRoom();
      lanes.refuseWaiting('the service stops');
      await runner.stop();
      clearTimeout(abort);
      await applier.drained();
    },
  };
}

function engineStore({ pool, callbacks }: EngineOptions, runner: () => StageRunner): EngineStore {
  return {
    pool,
    recordChanges: recorderOf(callbacks),
    enqueue: (followups) => runner().write(stageParcels(followups)),
  };
}

/** Has callbacks report what the engine changes. */
export function recorderOf(callbacks: EngineOptions['callbacks']): EngineStore['recordChanges'] {
  return (changes, runs) => {
    const { parts, parcels } = callbacks.write(changes);
    return {
      parts,
      read: parcels.length === 0 ? undefined : registeredReceivers(runs.flatMap(addressesOf)),
      committed: (changed, read) => callbacks.committed(parcels, changed.map(changedMessage), read),
      notCommitted: () => callbacks.notCommitted(parcels),
    };
  };
}

/** What the callbacks of a batch say, as it was committed. */
function changedMessage({ cascade, state, changes }: CascadeRun): ChangedMessage {
  const { accountId, traceparent, requestIdAsSent, cascadeId, comment } = cascade;
  return {
    accountId,
    traceparent,
    requestIdAsSent,
    cascadeId,
    comment,
    changes,
    messageId: state.messageId,
    plan: state.plan,
    markBefore: markOf(cascade.state),
    markAfter: markOf(state),
  };
}

/** What decides on the receivers of the callbacks of a batch. */
function addressesOf({ cascade: { accountId }, state: { plan }, changes }: CascadeRun) {
  return changes.map(({ position }) => ({ accountId, stage: plan[(position ?? 0) - 1] ?? null }));
}

/** Each event of a message adds an attempt, or changes the status of one at a later time. */
function markOf({ attempts }: CascadeState): string {
  return attempts.map(({ status, changedAt }) => `${status} ${changedAt.getTime()}`).join();
}
