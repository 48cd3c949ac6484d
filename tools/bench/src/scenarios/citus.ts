import { setTimeout } from 'node:timers/promises';
import { stagedAccounts } from '../harness/accounts.ts';
import { drain } from '../harness/audit.ts';
import type { Bed } from '../harness/bed.ts';
import { stagedMessage } from '../harness/callers.ts';
import { type Citus, lacksCitus, lacksPostgres, startCitus } from '../harness/postgres.ts';
import { startPatient } from '../harness/replicas.ts';
import { list, numberOf, scenario } from '../harness/scenario.ts';

/** Every shard has an account, and every account the same part of the load. */
const shards = 4;
const callers = 16;

export default scenario({
  says: "Shards of a Citus cluster that move under load: what is lost or doubled. Needs Debian's PostgreSQL 15 with the extension citus. Writes results/citus.json. Ends with 1 if a message was sent twice.",
  minutes: 3,
  options: { nodes: list('the numbers of workers to try, from 2 on', '2,4', numberOf) },
  examples: { '--nodes 2': 'a short look' },
  lacks: () => lacksPostgres ?? lacksCitus(),
  async run({ values: { nodes }, say, each, report }) {
    const cases = Object.fromEntries(nodes.map((workers) => [`${workers} workers`, workers]));
    const clusters = await each(cases, (bed, workers) => moveUnderLoad(bed, workers, say));
    report({
      says: `A replica on Citus clusters with ${shards} shards and an account in each, under the load of ${callers} callers, while each shard moves to another node and back`,
      clusters,
    });
  },
});

async function moveUnderLoad(bed: Bed, workers: number, say: (line: string) => void) {
  const citus = await startCitus(bed, workers, shards);
  const { gateway, ...patient } = await startPatient(bed, {
    accounts: (url) => stagedAccounts(url, shards),
    databaseUrl: citus.url,
  });
  const load = patient.load({ callers, next: (turn) => stagedMessage(turn, shards) });
  await setTimeout(3_000);
  await gateway.during('moves', () => moveAll(citus, say));
  await load.stop();
  const { last } = await drain(citus.looks, [...load.accepted.keys()], { say });
  const { messages: _, ...faults } = last;
  return { moves: shards * 2, accepted: load.accepted.size, faults, gateway: await gateway.judge() };
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
