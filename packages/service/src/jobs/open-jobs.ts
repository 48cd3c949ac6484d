import { PgBoss } from 'pg-boss';
import { describeError, type Log, silent } from '../log.ts';
import { policy, type QueueName, queues } from './queues.ts';

export interface JobsOptions {
  /** Must be the service's own database: jobs are inserted in the transactions that cause them. */
  readonly connectionString: string;
  readonly log?: Log;
}

/** The job queues, until they are closed. */
export interface Jobs {
  readonly boss: PgBoss;
  /**
   * Calls the listener when any replica has inserted jobs that can run; returns the function that
   * unsubscribes.
   */
  onInserted(queue: QueueName, listener: () => void): () => void;
  /** Consumers must be stopped before. */
  close(): Promise<void>;
}

/** The NOTIFY channel for inserted jobs; the payload is the queue. */
export const insertedChannel = 'cascade_jobs_inserted';

/**
 * Opens pg-boss in the schema `cascade_jobs`, which pg-boss creates and migrates itself, and prepares the
 * queues. Any number of replicas may do this at once.
 */
export async function openJobs({ connectionString, log = silent }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString,
    schema: 'cascade_jobs',
    application_name: 'cascade-service-jobs',
    max: 10,
    schedule: false,
    // How soon the jobs of a dead replica are found, and completed jobs deleted.
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    maintenanceIntervalSeconds: 60,
  });
  boss.on('error', (error) => log.error({ error: describeError(error) }, 'the job engine reports an error'));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the job engine warns'));
  await boss.start();
  try {
    for (const name of Object.values(queues)) await prepareQueue(boss, name);
    const listeners = new Map<string, Set<() => void>>();
    const listening = await listen(boss, listeners, log);
    return {
      boss,
      onInserted: (queue, listener) => subscribe(listeners, queue, listener),
      async close() {
        await listening?.close();
        await boss.stop({ graceful: false });
      },
    };
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
}

/** Updates the policy of an existing queue, which may come from an older version of the service. */
async function prepareQueue(boss: PgBoss, name: QueueName): Promise<void> {
  await boss.createQueue(name, policy);
  const { policy: _fixed, ...changeable } = policy;
  await boss.updateQueue(name, changeable);
}

/** If LISTEN does not work, for instance behind a pooler, jobs are still found by polling, only later. */
async function listen(boss: PgBoss, listeners: ReadonlyMap<string, ReadonlySet<() => void>>, log: Log) {
  const wake = (queue: string) => {
    for (const listener of listeners.get(queue) ?? []) listener();
  };
  const wakeAll = () => {
    for (const queue of listeners.keys()) wake(queue);
  };
  try {
    return await boss.getDb().listen?.(insertedChannel, wake, wakeAll);
  } catch (error) {
    log.warn({ error: describeError(error) }, 'new jobs cannot be notified; they are found by polling');
    return undefined;
  }
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
