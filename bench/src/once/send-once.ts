import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ServerBehindProxy, type ServiceProcess, startServerBehindProxy } from '@cascade/service/bench';
import { accountsFile } from '../accounts-file.ts';
import { readFigures } from '../end-to-end/read-figures.ts';
import { type CountingGateway, type GatewayKind, startGateway } from '../gateway-view.ts';
import { startLoad } from '../start-load.ts';

/** The service and its surroundings. */
export interface Scene {
  readonly kind: GatewayKind;
  readonly replicas: 1 | 2;
  readonly latencyMs: number;
  /** How long accounts are locked, in milliseconds, at random between both; not at all if absent. */
  readonly lockMs?: readonly [least: number, most: number];
}

/** A load. */
export interface Step {
  /** Of which accounts the messages are, in turn. */
  readonly accounts: number;
  /** Messages a second; what the service takes over 128 connections, if it is infinite. */
  readonly rate: number;
  readonly seconds: number;
}

/** What became of a load. */
export interface StepView extends Step {
  readonly accepted: number;
  readonly notAccepted: number;
  /** Accepted, and never sent. */
  readonly missing: number;
  readonly sends: number;
  /** Sends beyond the first of a message. */
  readonly repeats: number;
}

/** More than anything can do. */
const saturating = 20_000;
const patienceMs = 180_000;

/** Sends messages without any fault; counts at the gateway what is sent, and what is sent again. */
export async function sendOnce(scene: Scene, steps: readonly Step[], say: (line: string) => void = () => {}) {
  const gateway = await startGateway(scene);
  const folder = await mkdtemp(join(tmpdir(), 'cascade-once-'));
  const accounts = join(folder, 'accounts.yaml');
  const keys = Array.from(
    { length: Math.max(...steps.map((step) => step.accounts)) },
    (_, at) => `once-${at}`,
  );
  await writeFile(accounts, accountsFile(keys.map((name) => ({ name, cascades: { 2002: ['SMS'] } }))));
  // An embedded server has connections for one replica under load.
  const server = await startServerBehindProxy({ max_connections: '150', fsync: 'on' });
  const environment = { DATABASE_URL: server.databaseUrl };
  const start = () =>
    gateway.startService({ args: ['--accounts', accounts], environment, logLevel: 'error' });
  const services: ServiceProcess[] = [];
  let locks: ReturnType<typeof lockAccounts> | undefined;
  try {
    services.push(await start());
    if (scene.replicas === 2) services.push(await start());
    if (scene.lockMs) locks = lockAccounts(await server.session(), scene.lockMs);
    const views: StepView[] = [];
    for (const step of steps) {
      views.push(await take(step, { services, keys, gateway }));
      say(JSON.stringify({ ...scene, ...views.at(-1) }));
    }
    await locks?.stop();
    return { steps: views, ...(await gateway.judge()) };
  } finally {
    await locks?.stop().catch(() => {});
    for (const service of services) await service.stop();
    await gateway.close();
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Surroundings {
  readonly services: readonly ServiceProcess[];
  readonly keys: readonly string[];
  readonly gateway: CountingGateway;
}

async function take(step: Step, { services, keys, gateway }: Surroundings): Promise<StepView> {
  const { accounts, rate, seconds } = step;
  const isSaturated = rate === Number.POSITIVE_INFINITY;
  const [offered, duration] = isSaturated ? [saturating, 3_600] : [rate, seconds];
  const urls = services.map(({ url }) => url);
  const load = startLoad({ urls, keys: keys.slice(0, accounts), rate: offered, seconds: duration });
  if (isSaturated) await setTimeout(seconds * 1_000).then(load.stop);
  const { accepted, refused, unanswered } = await load.sent;
  await allEnded(services);
  const times = new Map(await gateway.counts());
  const sends = accepted.map((id) => times.get(id) ?? 0);
  return {
    ...step,
    accepted: accepted.length,
    notAccepted: refused + unanswered,
    missing: sends.filter((count) => count === 0).length,
    sends: sends.reduce((sum, count) => sum + count, 0),
    repeats: sends.reduce((sum, count) => sum + Math.max(0, count - 1), 0),
  };
}

/** @throws {Error} after three minutes. */
async function allEnded(services: readonly ServiceProcess[]): Promise<void> {
  for (const end = performance.now() + patienceMs; ; ) {
    const figures = await Promise.all(services.map(({ operationsUrl }) => readFigures(operationsUrl)));
    const left = figures.reduce((sum, { accepted, ended }) => sum + accepted - ended, 0);
    if (left <= 0) return;
    if (performance.now() > end)
      throw new Error(`${left} messages have not ended after ${patienceMs / 1_000} s`);
    await setTimeout(100);
  }
}

type Session = Awaited<ReturnType<ServerBehindProxy['session']>>;

/**
 * Locks the rows of accounts again and again, as a booking of the engine does: about half of them each time, for some
 * milliseconds, with as long a pause. So requests find their account locked, and their batch is split. Ends the session.
 */
function lockAccounts(session: Session, [least, most]: readonly [number, number]) {
  let isOver = false;
  const milliseconds = () => least + Math.random() * (most - least);
  const locking = (async () => {
    while (!isOver) {
      await session.query(`
        begin;
        select from cascade.accounts where random() < 0.5 order by id for update;
        select pg_sleep(${milliseconds() / 1_000});
        commit`);
      await setTimeout(milliseconds());
    }
    await session.end();
  })();
  // `stop` reports a failure, perhaps much later.
  locking.catch(() => {});
  return {
    stop() {
      isOver = true;
      return locking;
    },
  };
}
