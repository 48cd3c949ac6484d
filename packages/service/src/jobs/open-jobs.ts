import type { Pool } from 'pg';
import { type Db, PgBoss } from 'pg-boss';
import { describeError, type Log, silent } from '../log.ts';
import type { Connections } from '../store/connection/connections.ts';
import { type Listener, listenOn } from '../store/connection/listen.ts';
import { createJobPool, servicePatience, setupPatience, upkeepPatience } from '../store/create-pool.ts';
import { onlyShard, type Shard, type ShardOnNode, schemasOf } from '../store/shard.ts';
import { policy, type QueueName, queues } from './queues.ts';
import { supervise, superviseShard } from './supervise-shard.ts';

export interface JobsOptions {
  /** Must be the service's own database: jobs are inserted in the transactions that cause them. */
  readonly connectionString: string;
  readonly log?: Log;
  readonly connections?: Connections;
  /** The shard of a cluster that the jobs belong to; absent if the database is not distributed. */
  readonly shard?: Shard | undefined;
  /** The same if the connections lead to the node that has the shard. */
  readonly onNode?: ShardOnNode | undefined;
  /** Where pg-boss does what it does by itself; the same database if absent. On a cluster it is the coordinator. */
  readonly upkeep?: Pick<JobsOptions, 'connectionString' | 'connections'>;
  /** Further settings of the sessions. */
  readonly settings?: readonly string[];
}

/** The job queues, until they are closed. */
export interface Jobs {
  readonly boss: PgBoss;
  /** For work with jobs. What pg-boss does by itself has connections of its own, and more time. */
  readonly pool: Pool;
  /** For what is done to all jobs now and then, with more time. */
  readonly upkeep: Pool;
  /** The NOTIFY channel on which inserted jobs are announced. */
  readonly channel: string;
  /** The same for pg-boss, as the `db` of its options. */
  readonly db: Db;
  /**
   * Calls the listener when any replica has inserted jobs that can run; returns the function that
   * unsubscribes.
   */
  onInserted(queue: QueueName, listener: () => void): () => void;
  /** Calls the listener when `clockWasSet` is; returns the function that unsubscribes. */
  onClockSet(listener: () => void): () => void;
  /** How many connections were lost so far; see `Connections`. */
  readonly breaks: number;
  /** The database's clock was set forward: heartbeats look old, until each consumer sends its own. */
  clockWasSet(): void;
  /** Does now what is else done now and then: jobs of dead consumers run again. */
  supervise(queue?: QueueName): Promise<void>;
  /** Consumers must be stopped before. */
  close(): Promise<void>;
}

/** The NOTIFY channel for inserted jobs; the payload is the queue. Shards of one node must not wake each other. */
function channelOf(shard: Shard): string {
  return shard === onlyShard ? 'cascade_jobs_inserted' : `cascade_jobs_inserted_${shard}`;
}

/**
 * Opens pg-boss in the shard's schema for jobs, which pg-boss creates and migrates itself, and prepares the
 * queues. Any number of replicas may do this at once. Its connections are ours, so that none waits without end.
 */
export async function openJobs(from: JobsOptions): Promise<Jobs> {
  const { log = silent, shard = onlyShard } = from;
  const options = { ...from, log, applicationName: 'cascade-service-jobs' };
  const pool = createJobPool({ ...options, size: 10 }, servicePatience);
  const central = from.upkeep === undefined ? options : { ...options, ...from.upkeep, onNode: undefined };
  const upkeep = createJobPool({ ...central, size: 3 }, upkeepPatience);
  const setup = createJobPool({ ...central, size: 2 }, setupPatience);
  let own = setup;
  const isDistributed = from.shard !== undefined;
  const boss = new PgBoss({
    db: { executeSql: (text, values) => own.query(text, values) },
    schema: schemasOf(shard).jobs,
    schedule: false,
    supervise: !isDistributed,
    // How soon the jobs of a dead replica are found.
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    maintenanceIntervalSeconds: 60,
  });
  const supervision = isDistributed ? superviseShard({ boss, pool: upkeep, log }) : undefined;
  boss.on('error', (error) => log.error({ error: describeError(error) }, 'the job engine reports an error'));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the job engine warns'));
  const close = async () => {
    await supervision?.stop();
    await boss.stop({ graceful: false });
    await Promise.all([pool.end(), upkeep.end()]);
  };
  try {
    await boss.start();
    for (const name of Object.values(queues)) await prepareQueue(boss, name);
    own = upkeep;
  } catch (error) {
    await close();
    throw error;
  } finally {
    await setup.end();
  }
  const listeners = new Map<string, Set<() => void>>();
  const clockListeners = new Set<() => void>();
  const channel = channelOf(shard);
  const listener = listen({ pool, log, channel }, listeners);
  return {
    boss,
    channel,
    pool,
    upkeep,
    db: { executeSql: (text, values) => pool.query(text, values) },
    onInserted: (queue, wake) => subscribe(listeners, queue, wake),
    onClockSet(listener) {
      clockListeners.add(listener);
      return () => clockListeners.delete(listener);
    },
    supervise: (queue) => (isDistributed ? supervise(upkeep, boss, queue) : boss.supervise(queue)),
    get breaks() {
      return from.connections?.breaks ?? 0;
    },
    clockWasSet() {
      for (const listener of clockListeners) listener();
    },
    async close() {
      await listener.close();
      await close();
    },
  };
}

/** Updates the policy of an existing queue, which may come from an older version of the service. */
async function prepareQueue(boss: PgBoss, name: QueueName): Promise<void> {
  await boss.createQueue(name, policy);
  const { policy: _fixed, ...changeable } = policy;
  await boss.updateQueue(name, changeable);
}

/** If LISTEN does not work, for instance behind a pooler, jobs are still found by polling, only later. */
function listen(
  where: { readonly pool: Pool; readonly log: Log; readonly channel: string },
  listeners: ReadonlyMap<string, ReadonlySet<() => void>>,
): Listener {
  const wake = (queue: string) => {
    for (const listener of listeners.get(queue) ?? []) listener();
  };
  const wakeAll = () => {
    for (const queue of listeners.keys()) wake(queue);
  };
  return listenOn({ ...where, onNotification: wake, onConnected: wakeAll });
}

function subscribe(
  listeners: Map<string, Set<() => void>>,
  queue: QueueName,
  listener: () => void,
): () => void {
  const set = listeners.get(queue) ?? new Set();
  listeners.set(queue, set.add(listener));
  return () => set.delete(listener);
}
