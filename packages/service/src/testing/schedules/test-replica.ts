import type { RetrySchedule } from '@cascade/transition';
import type { Pool } from 'pg';
import { completeSettings } from '../../accounts/account-settings.ts';
import { applyAccounts } from '../../accounts/apply/apply-accounts.ts';
import type { AccountsFile } from '../../accounts/file/read-accounts-file.ts';
import { createSetCallback } from '../../api/set-callback.ts';
import { dispatcherSettings } from '../../callbacks/dispatch/dispatcher.ts';
import { type Callbacks, startCallbacks } from '../../callbacks/start-callbacks.ts';
import type { StageParcel } from '../../due/stage-parcels.ts';
import { Beginnings } from '../../engine/begin-accepted.ts';
import { createApplier } from '../../engine/create-applier.ts';
import type { DueStageEvent, EngineEvent } from '../../engine/events.ts';
import { createGatewayLanes } from '../../engine/gateway-lanes.ts';
import { createHolders } from '../../engine/holders.ts';
import { createReceipts } from '../../engine/receipts.ts';
import { createRemembered } from '../../engine/remembered.ts';
import { StageRun } from '../../engine/run-stage.ts';
import { defaultSettings } from '../../engine/start-engine.ts';
import { createWithdrawals } from '../../engine/withdrawals.ts';
import type {
  Gateway,
  GatewayAttempt,
  GatewayOf,
  GatewayResponse,
  SendLease,
  Withdrawal,
  WithdrawalStatus,
} from '../../gateways/gateway.ts';
import { GatewayLane, inLane } from '../../gateways/gateway-lane.ts';
import { createReceiptMatcher, type ReceiptMatcher } from '../../gateways/match-receipts.ts';
import { createSmppGateway, type SmppGateway } from '../../gateways/smpp/create-smpp-gateway.ts';
import { createIntake, type Intake } from '../../intake/create-intake.ts';
import { silent } from '../../log.ts';
import { part } from '../../store/prepared.ts';
import { faultyPool } from '../faulty-pool.ts';
import { type JobTable, parcelOf, type TestJob, written } from '../job-table.ts';
import { type LivingReplica, livingReplica } from '../replicas.ts';
import { noOptOuts } from '../smpp/use-smsc.ts';
import type { TestDatabase } from '../test-database.ts';
import type { TimerRuns } from './timer-runs.ts';

type Begun = Pick<Beginnings, 'begin' | 'take'>;
type Handlers = ReturnType<typeof createReceipts> & {
  readonly run: (parcel: StageParcel) => Promise<readonly StageParcel[]>;
};

/** The store of a replica, and what it works with. */
export interface ReplicaStore {
  readonly database: TestDatabase;
  /** Of stages: the test decides when they run. */
  readonly table: JobTable;
}

interface ReplicaOptions {
  readonly accounts: AccountsFile;
  readonly smscPort: number;
  readonly gatewaySeconds: number;
  readonly retries: RetrySchedule;
  /** Whether the answer to a statement is lost, with its connection. */
  isLost(statement: string): boolean;
  /** Whether the replica stops insisting on a stage or a receipt before it knows that it was committed. */
  isUnsure(): boolean;
  /** Sends an attempt, of the channel SMS by the gateway. */
  send(
    replica: TestReplica,
    smpp: Gateway,
    attempt: GatewayAttempt,
    lease: SendLease,
  ): Promise<GatewayResponse>;
  /** Channels whose gateway offers withdrawal. */
  readonly withdrawable: readonly string[];
  withdraw(smpp: Gateway, withdrawal: Withdrawal, signal: AbortSignal): Promise<WithdrawalStatus>;
  /** Watches what runs of timers do. */
  readonly timers: TimerRuns;
  /** Called with each beginning of a stage that is about to be applied. */
  onStageDue(event: DueStageEvent): void;
}

/** A replica of the service: all that it does, but for HTTP and for the times at which stages run. */
export interface TestReplica {
  /** It was silent for too long, and the others do its work. */
  readonly isReleased: boolean;
  readonly intake: Intake;
  readonly handlers: Handlers;
  /**
   * Registers a callback URL by the API; rejects, or resolves to false, if it is not registered or its answer
   * was lost.
   */
  register(accountId: number, url: string): Promise<boolean>;
  /** Its calls go on. */
  release(): Promise<void>;
  stop(): Promise<void>;
}

const now = () => new Date();
/** Pauses would hide how often an attempt is sent. */
const neverOpen = { failures: 1e9, shortestPause: 1, longestPause: 1 };

/** Milliseconds for a response of the SMSC, and between two looks for callbacks. */
const responseMs = 150;
const pauseMs = { shortest: 10, longest: 30 };

export async function startReplica(store: ReplicaStore, options: ReplicaOptions): Promise<TestReplica> {
  const { database } = store;
  const replica = await livingReplica(database.pool);
  let breaks = 0;
  const pool = faultyPool(database.pool, (statement) => {
    const isLost = options.isLost(statement);
    breaks += isLost ? 1 : 0;
    return isLost;
  });
  await applyAccounts(database.pool, options.accounts);
  const callbacks = callbacksOf(database.pool, pool, options, replica, () => breaks);
  const engineStore = { ...store.table.storeOf(pool, now), report: callbacks.report };
  const shared = { ...defaultSettings, now, remembered: createRemembered() };
  const holders = createHolders(replica);
  const applier = createApplier(engineStore, { ...shared, isUnderWay: holders.isUnderWay });
  const apply = async (event: EngineEvent) => {
    if (event.kind === 'stage-due') options.onStageDue(event);
    const applied = await options.timers.apply(event, applier.apply);
    if (event.kind === 'stage-due') mayBeUnsure(options);
    return applied;
  };
  const receipts = unsureReceipts(pool, () => handlers, options);
  const smpp = gatewayTo(options.smscPort, receipts);
  let isReleased = false;
  const lanes = createGatewayLanes();
  const gateways = gatewaysOf(options, smpp, () => self);
  const withdrawals = createWithdrawals({ apply, log: silent, now, lanes, gateways });
  const beginnings = unsureBeginnings({ ...shared, store: engineStore, holders, known }, options);
  const takeBegun = beginnings.take;
  const stages = new StageRun({
    pool,
    apply,
    replica,
    holders,
    lanes,
    gateways,
    takeBegun,
    withdrawals,
    log: silent,
    now,
  });
  const handlers: Handlers = {
    ...createReceipts({ apply, log: silent, now }),
    run: (parcel) => stages.run(parcel),
  };
  const stopMatching = receipts.start();
  const self: TestReplica = {
    handlers,
    get isReleased() {
      return isReleased;
    },
    intake: intakeOf({ pool, idPool: database.pool, beginnings, run: handlers.run }),
    register: registerBy(pool),
    async release() {
      isReleased = true;
      await replica.die();
    },
    async stop() {
      await callbacks.stop();
      stages.abort();
      await stopMatching();
      await smpp.stop();
      await applier.drained();
    },
  };
  return self;
}

function callbacksOf(
  announcements: Pool,
  pool: Pool,
  { retries }: ReplicaOptions,
  replica: LivingReplica,
  breaks: () => number,
): Callbacks {
  return startCallbacks({
    pool,
    announcements,
    log: silent,
    allowLoopback: true,
    schedule: retries,
    replica,
    breaks,
    dispatcher: { ...dispatcherSettings, circuit: neverOpen },
    pauseMs,
  });
}

function registerBy(pool: Pool): TestReplica['register'] {
  const setCallback = createSetCallback({ pool, allowLoopback: true });
  return async (accountId, statusCallbackUrl) => {
    const account = {
      id: accountId,
      name: '',
      cascades: new Map(),
      settings: completeSettings({}),
      senders: [],
      templates: [],
    };
    return 'body' in (await setCallback(account, { statusCallbackUrl }));
  };
}

function gatewaysOf(options: ReplicaOptions, smpp: Gateway, self: () => TestReplica): GatewayOf {
  const { withdrawable, gatewaySeconds } = options;
  return (channel) => {
    const gateway: Gateway = {
      send: (attempt, lease) => options.send(self(), smpp, attempt, lease),
      ...(withdrawable.includes(channel) && {
        withdraw: (withdrawal, signal) => options.withdraw(smpp, withdrawal, signal),
      }),
    };
    return inLane(new GatewayLane({ circuit: neverOpen }), gateway, gatewaySeconds);
  };
}

/** The statement that accepts a message compares this with the account. */
const known = { get: () => ({ reportedStatuses: null }), set() {} };

function unsureBeginnings(
  given: ConstructorParameters<typeof Beginnings>[0],
  { isUnsure }: ReplicaOptions,
): Begun {
  const beginnings = new Beginnings(given);
  return {
    begin: (candidates) => beginnings.begin(candidates),
    take(message) {
      const begun = beginnings.take(message);
      if (begun === undefined || !isUnsure()) return begun;
      begun.end();
      return undefined;
    },
  };
}

function mayBeUnsure({ isUnsure }: ReplicaOptions): void {
  if (isUnsure()) throw new Error('Connection terminated');
}

/** The SMSC repeats a receipt if its commit is not certain. */
function unsureReceipts(pool: Pool, handlers: () => Handlers, options: ReplicaOptions): ReceiptMatcher {
  return createReceiptMatcher({
    pool,
    onReceipt: (receipt) =>
      handlers()
        .onReceipt(receipt)
        .then(() => mayBeUnsure(options)),
    async onHeard(receipt, reference) {
      const isApplied = await handlers().onHeardReceipt(receipt, reference);
      if (isApplied) mayBeUnsure(options);
      return isApplied;
    },
    log: silent,
  });
}

function gatewayTo(port: number, receipts: ReceiptMatcher): SmppGateway {
  const timeoutSeconds = responseMs / 1_000;
  return createSmppGateway({
    lane: new GatewayLane({ places: 10, hasLink: true, circuit: neverOpen }),
    optOuts: noOptOuts,
    name: 'SMS',
    settings: {
      host: '127.0.0.1',
      port,
      systemId: 'cascade',
      password: 'secret',
      longTexts: 'parts',
      timeoutSeconds,
      withdraw: 'cancel',
      reconnectSeconds: 0.01,
    },
    receipts,
    log: silent,
  });
}

interface IntakeContext extends Pick<Handlers, 'run'> {
  readonly pool: Pool;
  readonly idPool: Pool;
  readonly beginnings: Begun;
}

/**
 * Notes the message of each job, to count them. What has begun is done at once, and its job finds that done.
 */
function intakeOf({ pool, idPool, beginnings, run }: IntakeContext): Intake {
  return createIntake({
    pool,
    idPool,
    enqueue(candidates) {
      const ids = candidates.map(({ messageId }) => messageId);
      const jobs = written(jobsPart([ids, candidates.map(({ accountId }) => accountId)]), notesPart([ids]));
      const begun = beginnings.begin(candidates);
      return {
        ...jobs,
        begun: begun && {
          ...begun,
          committed() {
            begun.committed();
            for (const { accountId, messageId } of candidates)
              if (begun.records.has(messageId)) void run(parcelOf(firstJob(accountId, messageId)));
          },
        },
      };
    },
  });
}

const firstJob = (accountId: number, messageId: number): TestJob => ({
  id: '',
  queue: 'stage',
  run_at: now(),
  data: { messageIds: [messageId], accountId, position: 1 },
});

const jobsPart = part`insert into test_jobs (queue, data, run_at)
   select 'stage', jsonb_build_object('messageIds', array[accepted.id], 'accountId', one.account_id, 'position', 1), now()
   from unnest($1::bigint[], $2::bigint[]) as one (id, account_id) join accepted on accepted.id = one.id`;
const notesPart = part`insert into test_enqueued select id from accepted where id = any($1::bigint[])`;
