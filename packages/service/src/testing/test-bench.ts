import type { Pool } from 'pg';
import type { StageParcel } from '../due/stage-parcels.ts';
import { createApplier } from '../engine/create-applier.ts';
import { createGatewayLanes } from '../engine/gateway-lanes.ts';
import { createHolders } from '../engine/holders.ts';
import { createReceipts } from '../engine/receipts.ts';
import { StageRun, type StageRunOptions } from '../engine/run-stage.ts';
import { defaultSettings, type EngineSettings } from '../engine/start-engine.ts';
import type { Gateway, GatewayAttempt } from '../gateways/gateway.ts';
import { createSimulator } from '../gateways/simulator.ts';
import { silent } from '../log.ts';
import { createJobTable, parcelOf, type TestJob } from './job-table.ts';
import { livingReplica } from './replicas.ts';
import { insertMessage, type TestMessage } from './rows.ts';

/** The engine on a real database, with a simulated clock and a plain table in place of due work. */
export type TestBench = Awaited<ReturnType<typeof createTestBench>>;

export interface BenchOptions {
  readonly settings?: EngineSettings;
  /** Wraps the simulator. */
  readonly wrap?: (gateway: Gateway) => Gateway;
  /** The engine's pool, if it must fail at times. */
  readonly enginePool?: Pool;
}

interface DueReceipt {
  readonly at: Date;
  readonly tell: () => Promise<void>;
}

/** Longer than any test takes. */
const tenDays = 10 * 24 * 3600;

export async function createTestBench(pool: Pool, options: BenchOptions = {}) {
  const table = await createJobTable(pool);
  const clock = { now: new Date('2026-11-21T12:00:00Z') };
  const after = (seconds: number) => new Date(clock.now.getTime() + seconds * 1000);
  const receipts: DueReceipt[] = [];
  const sent: GatewayAttempt[] = [];
  const simulator = createSimulator({
    onReceipt: (said) => onReceipt(said),
    schedule: (seconds, tell) => void receipts.push({ at: after(seconds), tell }),
  });
  const { settings, wrap = (gateway) => gateway, enginePool = pool } = options;
  const now = () => clock.now;
  const applier = createApplier(table.storeOf(enginePool, now), { ...defaultSettings, ...settings, now });
  const gateway = recording(wrap(simulator), sent);
  const lives = await createLives(pool, {
    pool,
    apply: applier.apply,
    gateways: () => gateway,
    lanes: createGatewayLanes(),
    log: silent,
    now,
  });
  const { onReceipt } = createReceipts({ apply: applier.apply, log: silent, now });
  async function step(until: Date): Promise<boolean> {
    await lives.revive();
    const jobs = await table.due(until);
    const [job] = jobs;
    const next = takeReceipt(receipts, job?.run_at ?? until);
    const at = next?.at ?? job?.run_at;
    if (at !== undefined && at > clock.now) clock.now = at;
    if (next !== undefined) await next.tell();
    else if (job !== undefined) await table.finish(await runJobs(lives.run, jobs, clock.now), clock.now);
    return at !== undefined;
  }

  return {
    /** The attempts that the gateway got, in order. */
    sent,
    /** The process dies now. Another one takes its place at the next step. */
    crash: lives.crash,
    get now(): Date {
      return clock.now;
    },
    async schedule(message: TestMessage): Promise<number> {
      const messageId = await insertMessage(pool, message);
      await pool.query('update cascade.messages set accepted_at = $2 where id = $1', [messageId, clock.now]);
      await table.add(pool, {
        queue: 'stage',
        data: { messageIds: [messageId], accountId: message.accountId, position: 1 },
        run_at: clock.now,
      });
      return messageId;
    },
    /**
     * Runs jobs and receipts in the order of their time until none is left, or until `seconds` have passed.
     */
    async run(seconds: number = tenDays): Promise<void> {
      const until = after(seconds);
      while (await step(until));
      clock.now = until;
    },
    eventsOf: table.eventsOf,
    receipt: onReceipt,
  };
}

type Lives = Awaited<ReturnType<typeof createLives>>;

/** One process after the other: each is a replica of its own, until it crashes. */
async function createLives(pool: Pool, options: Omit<StageRunOptions, 'replica' | 'holders'>) {
  const begin = async () => {
    const replica = await livingReplica(pool);
    const stages = new StageRun({ ...options, replica, holders: createHolders(replica) });
    return { replica, stages, hasEnded: false };
  };
  let life = await begin();
  return {
    run: (parcel: StageParcel) => life.stages.run(parcel),
    crash(): void {
      life.stages.abort();
      life.hasEnded = true;
    },
    async revive(): Promise<void> {
      if (!life.hasEnded) return;
      await life.replica.die();
      life = await begin();
    },
  };
}

/** Those of the first one's queue that are due by now, as one batch. */
function runJobs(run: Lives['run'], jobs: readonly TestJob[], now: Date) {
  const queue = jobs[0]?.queue;
  const batch = jobs.filter((job) => job.queue === queue && job.run_at <= now);
  return Promise.all(
    batch.map(async (job) => ({ id: job.id, isDone: (await run(parcelOf(job))).length === 0 })),
  );
}

function takeReceipt(receipts: DueReceipt[], until: Date): DueReceipt | undefined {
  const next = receipts.toSorted((one, other) => one.at.getTime() - other.at.getTime())[0];
  if (next === undefined || next.at > until) return undefined;
  receipts.splice(receipts.indexOf(next), 1);
  return next;
}

function recording(gateway: Gateway, sent: GatewayAttempt[]): Gateway {
  return {
    send(attempt, lease) {
      sent.push(attempt);
      return gateway.send(attempt, lease);
    },
  };
}
