import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { lookAt } from '@cascade/service/bench';
import { stagedFile } from '../accounts-file.ts';
import { readCommand } from '../command.ts';
import { type CountingReceiver, startReceiver } from '../crash/receiver.ts';
import { drain } from '../crash/run-rounds.ts';
import { sendUntil } from '../crash/send-until.ts';
import { readFigures } from '../end-to-end/read-figures.ts';
import { startGateway } from '../gateway-view.ts';
import { report } from '../report.ts';
import { type Citus, startCitus, startSingle } from './cluster.ts';
import { type NodeWork, readWork, workBetween } from './node-work.ts';

/** Every shard has an account, and every account the same part of the load. */
const shards = 4;
const callers = 16;

const { values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench citus --',
  says: 'Work of each node of a Citus cluster by their number, statements that reach several nodes, and shards that move under load. Writes results/citus.json.',
  options: {
    nodes: {
      type: 'string',
      default: '0,1,2,4',
      says: 'the numbers of workers to try; 0 is one PostgreSQL without Citus',
    },
    seconds: { type: 'string', default: '20', says: 'of load, for each number' },
  },
  examples: { '--nodes 2 --seconds 5': 'a short look' },
});
const seconds = Number(values.seconds);
const say = (line: string) => void process.stderr.write(`${line}\n`);

/** One cluster under load: at rest, and while each of its shards moves to another node and back. */
async function tryCluster(workers: number, receiver: CountingReceiver) {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-citus-'));
  const accounts = join(folder, 'accounts.yaml');
  await writeFile(accounts, stagedFile(receiver.url, shards));
  const citus = workers === 0 ? await startSingle() : await startCitus(workers, shards);
  const gateway = await startGateway();
  const service = await gateway.startService({
    args: ['--accounts', accounts],
    environment: { DATABASE_URL: citus.url },
    logLevel: 'error',
  });
  const looks = (workers === 0 ? [undefined] : citus.shards).map(
    (shard) =>
      <Result>(work: Parameters<typeof lookAt<Result>>[1]) =>
        lookAt(citus.url, work, shard),
  );
  const offer = async (during: () => Promise<unknown>) => {
    let isOver = false;
    const sending = sendUntil(() => isOver, { urls: [service.url], callers, accounts: shards });
    await during();
    isOver = true;
    const accepted = await sending;
    return { accepted, left: await drain(looks, accepted, say) };
  };
  try {
    await offer(() => setTimeout(3_000));
    const before = await readAll(citus);
    const { ended: endedBefore } = await readFigures(service.operationsUrl);
    const steady = await offer(() => setTimeout(seconds * 1_000));
    const { ended } = await readFigures(service.operationsUrl);
    const after = await readAll(citus);
    const cascades = ended - endedBefore;
    const nodes = after.map((one, at) => perCascade(workBetween(before[at] ?? one, one), cascades));
    say(`${workers} workers: ${cascades} cascades; ${JSON.stringify(nodes)}`);
    const moving = workers < 2 ? undefined : await offer(() => gateway.during('moves', () => moveAll(citus)));
    const judgement = await gateway.judge();
    if (!judgement.isOnce) process.exitCode = 1;
    return {
      workers,
      cascades,
      nodes: Object.fromEntries(nodes.map((node, at) => [at === 0 ? 'coordinator' : `worker ${at}`, node])),
      faults: faultsOf(steady.left),
      gateway: judgement.gateway,
      ...(moving && {
        whileMoving: { moves: shards * 2, accepted: moving.accepted.length, faults: faultsOf(moving.left) },
      }),
    };
  } finally {
    await service.stop();
    await citus.remove();
    await gateway.close();
    await rm(folder, { recursive: true });
  }
}

function readAll({ coordinator, workers }: Citus): Promise<NodeWork[]> {
  return Promise.all([coordinator, ...workers].map(readWork));
}

function perCascade(
  { cpuSeconds, commits, oneShard, severalShards, toOtherNodes }: NodeWork,
  cascades: number,
) {
  const per = (count: number) => Math.round((100 * count) / cascades) / 100;
  return {
    microseconds: Math.round((cpuSeconds * 1e6) / cascades),
    commits: per(commits),
    statementsForOneShard: per(oneShard),
    // Counts of the whole time: they should be few, if any.
    statementsForSeveral: severalShards,
    connectionsToOtherNodes: toOtherNodes,
  };
}

function faultsOf({ messages: _, ...faults }: Awaited<ReturnType<typeof drain>>) {
  return faults;
}

/** Each shard goes to the next worker, and then back. */
async function moveAll(citus: Citus): Promise<void> {
  const { shards: placed } = JSON.parse(await citus.command('status', '--json'));
  const names = citus.workers.map(({ port }) => `127.0.0.1:${port}`);
  for (const { shard, node } of placed) {
    const next = names[(names.indexOf(node) + 1) % names.length] ?? '';
    for (const to of [next, node]) {
      say(
        (await citus.command('rebalance', '--shard', String(shard), '--to', to)).trim().replace('\n', '; '),
      );
      await setTimeout(500);
    }
  }
}

const receiver = await startReceiver();
try {
  const before = loadavg()[0];
  const clusters = [];
  for (const workers of values.nodes.split(',').map(Number))
    clusters.push(await tryCluster(workers, receiver));
  report('citus', `npx pnpm --filter @cascade/bench citus -- --nodes ${values.nodes} --seconds ${seconds}`, {
    says: `A replica on one PostgreSQL (0 workers: its figures are at the coordinator) and on Citus clusters with ${shards} shards and an account in each, under the load of ${callers} callers. By node, for a cascade of two stages at most with its callbacks: microseconds of processor time, commits, and statements that Citus planned for one shard; of the whole time, statements for several shards, and connections to other nodes that sessions of the node opened or used again (on the coordinator also those of jobs' upkeep, message ids and accounts). All cores are of one machine: no throughput is measured.`,
    loadAverage: { before, after: loadavg()[0] },
    clusters,
  });
} finally {
  await receiver.close();
}
