import { setTimeout } from 'node:timers/promises';
import { stagedAccounts } from '../harness/accounts.ts';
import { drain } from '../harness/audit.ts';
import type { Bed } from '../harness/bed.ts';
import { stagedMessage } from '../harness/callers.ts';
import { readFigures } from '../harness/metrics.ts';
import { type Citus, type Cluster, lacksPostgres, postmaster, startCitus } from '../harness/postgres.ts';
import { treeSeconds } from '../harness/processes.ts';
import { startPatient } from '../harness/replicas.ts';
import { list, number, numberOf, scenario } from '../harness/scenario.ts';

/** Every shard has an account, and every account the same part of the load. */
const shards = 4;
const callers = 16;

export default scenario({
  says: "Work of each node of a Citus cluster by their number, statements that reach several nodes, and shards that move under load. Needs Debian's PostgreSQL 15 with the extension citus. Writes results/citus.json.",
  minutes: 4,
  options: {
    nodes: list('the numbers of workers to try; 0 is one PostgreSQL without Citus', '0,1,2,4', numberOf),
    seconds: number('of load, for each number', 20),
  },
  examples: { '--nodes 2 --seconds 5': 'a short look' },
  lacks: () => lacksPostgres,
  async run({ values: { nodes, seconds }, say, each, report }) {
    const cases = nodes.map((workers) => [`${workers} workers`, workers] as const);
    const found = await each(Object.fromEntries(cases), (bed, workers) =>
      tryCluster(bed, workers, { seconds, say }),
    );
    report({
      says: `A replica on one PostgreSQL (0 workers: its figures are at the coordinator) and on Citus clusters with ${shards} shards and an account in each, under the load of ${callers} callers. By node, for a cascade of two stages at most with its callbacks: microseconds of processor time, commits, and statements that Citus planned for one shard; of the whole time, statements for several shards, and connections to other nodes that sessions of the node opened or used again (on the coordinator also those of jobs' upkeep, message ids and accounts). All cores are of one machine: no throughput is measured.`,
      clusters: Object.values(found),
    });
  },
});

/** One cluster under load: at rest, and while each of its shards moves to another node and back. */
async function tryCluster(
  bed: Bed,
  workers: number,
  { seconds, say }: { readonly seconds: number; readonly say: (line: string) => void },
) {
  const citus = await startCitus(bed, workers, shards);
  const { gateway, replicas, ...patient } = await startPatient(bed, {
    accounts: (url) => stagedAccounts(url, shards),
    databaseUrl: citus.url,
  });
  const { operationsUrl = '' } = replicas.all[0] ?? {};
  const offer = async (during: () => Promise<unknown>) => {
    const load = patient.load({ callers, next: (turn) => stagedMessage(turn, shards) });
    await during();
    await load.stop();
    const { last } = await drain(citus.looks, [...load.accepted.keys()], { say });
    const { messages: _, ...faults } = last;
    return { accepted: load.accepted.size, faults };
  };
  await offer(() => setTimeout(3_000));
  const before = await readAll(citus);
  const from = await readFigures(operationsUrl);
  const steady = await offer(() => setTimeout(seconds * 1_000));
  const { ended } = await readFigures(operationsUrl);
  const after = await readAll(citus);
  const cascades = ended - from.ended;
  const nodes = after.map((one, at) => perCascade(before[at] ?? one, one, cascades));
  const moving =
    workers < 2 ? undefined : await offer(() => gateway.during('moves', () => moveAll(citus, say)));
  const seen = await gateway.judge();
  return {
    workers,
    cascades,
    nodes: Object.fromEntries(nodes.map((node, at) => [at === 0 ? 'coordinator' : `worker ${at}`, node])),
    faults: steady.faults,
    gateway: seen,
    ...(moving && { whileMoving: { moves: shards * 2, ...moving } }),
  };
}

/** What a node has done since its start. */
interface NodeWork {
  /** Seconds of processor time of the server and all its sessions. */
  readonly cpuSeconds: number;
  readonly commits: number;
  /** Statements that Citus planned for one shard, and for several. */
  readonly oneShard: number;
  readonly severalShards: number;
  /** Connections to other nodes that its sessions opened, or used again. */
  readonly toOtherNodes: number;
}

const commits = 'select xact_commit from pg_stat_database where datname = current_database()';
const sql = `
select json_build_object(
  'commits', database.xact_commit,
  'oneShard', counters.query_execution_single_shard,
  'severalShards', counters.query_execution_multi_shard,
  'toOtherNodes', counters.connection_establishment_succeeded + counters.connection_reused
)
from pg_stat_database database
join citus_stat_counters counters on counters.oid = database.datid
where database.datname = current_database()`;

function readAll({ coordinator, workers }: Citus): Promise<NodeWork[]> {
  return Promise.all([coordinator, ...workers].map((node) => readWork(node, workers.length > 0)));
}

async function readWork(node: Cluster, isOfCitus: boolean): Promise<NodeWork> {
  const cpuSeconds = treeSeconds(postmaster(node.folder) ?? 0);
  if (isOfCitus) return { cpuSeconds, ...JSON.parse(await node.ask(sql)) };
  const alone = { oneShard: 0, severalShards: 0, toOtherNodes: 0 };
  return { cpuSeconds, commits: Number(await node.ask(commits)), ...alone };
}

function perCascade(before: NodeWork, after: NodeWork, cascades: number) {
  const of = (key: keyof NodeWork) => after[key] - before[key];
  const per = (key: keyof NodeWork) => Math.round((100 * of(key)) / cascades) / 100;
  return {
    microseconds: Math.round((of('cpuSeconds') * 1e6) / cascades),
    commits: per('commits'),
    statementsForOneShard: per('oneShard'),
    // Counts of the whole time: they should be few, if any.
    statementsForSeveral: of('severalShards'),
    connectionsToOtherNodes: of('toOtherNodes'),
  };
}

/** Each shard goes to the next worker, and then back. */
async function moveAll(citus: Citus, say: (line: string) => void): Promise<void> {
  const { shards: placed } = JSON.parse(await citus.command('status', '--json'));
  const names = citus.workers.map(({ port }) => `127.0.0.1:${port}`);
  for (const { shard, node } of placed) {
    const next = names[(names.indexOf(node) + 1) % names.length] ?? '';
    for (const to of [next, node]) {
      const said = await citus.command('rebalance', '--shard', String(shard), '--to', to);
      say(said.trim().replace('\n', '; '));
      await setTimeout(500);
    }
  }
}
