import { PgBoss } from 'pg-boss';
import { describeError, type Log, silent } from '../log.ts';
import { policy, type QueueName, queues } from './queues.ts';

export interface JobsOptions {
  /** Of the database that the service itself uses: a job is inserted in the transaction that causes it. */
  readonly connectionString: string;
  readonly log?: Log;
}

/** The job engine of the service, until it is closed. */
export interface Jobs {
  readonly boss: PgBoss;
  /** Calls back when somebody, in whatever process, has inserted jobs that can run; answers how to stop that. */
  onInserted(queue: QueueName, listener: () => void): () => void;
  /** Runners have to be stopped before. */
  close(): Promise<void>;
}

/** What PostgreSQL's NOTIFY tells about inserted jobs; the payload is the queue. */
export const insertedChannel = 'cascade_jobs_inserted';

/**
 * Opens pg-boss in the schema `cascade_jobs`, which it makes and migrates itself, with the queues of the service. Any
 * number of processes may do this at once.
 */
export async function openJobs({ connectionString, log = silent }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString,
    schema: 'cascade_jobs',
    application_name: 'cascade-service-jobs',
    max: 10,
    schedule: false,
    // How soon the jobs of a holder that died are found, and those that are done deleted.
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

/** The policy of a queue that exists is brought up to date: it may come from an older version. */
async function prepareQueue(boss: PgBoss, name: QueueName): Promise<void> {
  await boss.createQueue(name, policy);
  const { policy: _fixed, ...changeable } = policy;
  await boss.updateQueue(name, changeable);
}

/** Without a notification, jobs are found by polling: so no connection that can listen is a loss of speed only. */
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
    log.warn({ error: describeError(error) }, 'no notification of new jobs, they are found by polling');
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
