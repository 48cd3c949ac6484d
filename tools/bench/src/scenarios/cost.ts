import { allStatuses } from '../harness/accounts.ts';
import { withBed } from '../harness/bed.ts';
import { lacksCitus, lacksPgBouncer, lacksPostgres } from '../harness/postgres.ts';
import {
  list,
  nameOf,
  number,
  numberOf,
  type Run,
  scenario,
  text,
  type ValuesOf,
} from '../harness/scenario.ts';
import { medians } from '../harness/statistics.ts';
import { measureCommits } from './cost/commits.ts';
import { measureAlone } from './cost/wire.ts';
import { type CascadeCost, type CostWorld, type Rest, startCostWorld, type Through } from './cost/world.ts';

/** As in HIGH-AVAILABILITY.md. */
const forTheRole = [
  'jit = off',
  'enable_seqscan = off',
  'plan_cache_mode = force_generic_plan',
  "statement_timeout = '30s'",
  "lock_timeout = '2500ms'",
  "idle_in_transaction_session_timeout = '2s'",
];

/** How the service reaches what it keeps; each has a database of its own. */
const ways: Readonly<Record<string, Through>> = {
  direct: {},
  pgbouncer: { pooled: [] },
  'pgbouncer-settings': { pooled: forTheRole },
  'citus-1': { workers: 1 },
  'citus-2': { workers: 2 },
  'citus-4': { workers: 4 },
  deferred: { deferred: 200_000 },
};

const options = {
  through: list(
    `how the service reaches its database, in turns: ${Object.keys(ways).join(', ')}; pgbouncer-settings has the service's settings for the role, citus-2 two workers, deferred 200,000 messages that begin tomorrow`,
    'direct',
    (given) => nameOf(Object.keys(ways), given),
  ),
  against: text('cli.ts of another version of the service, in the same turns, as "before"'),
  rates: list('cascades a second', '20,100,300,1000', numberOf),
  seconds: number('of each rate', 20),
  turns: number('how often each is measured', 3),
  statuses: list('with a callback', allStatuses.join(), String),
  name: text('of the result file', 'cost'),
};
type Given = Pick<Run<ValuesOf<typeof options>>, 'values' | 'say'>;

/** Load, service, database, gateway and receiver share the cores; what each uses is counted by process. */
export default scenario({
  says: "What a whole cascade costs, by the rate: processor time of Node, of PostgreSQL and of what is between, in turns; what all use at rest; commits of the intake by size; and what a message alone asks of the database. Needs Debian's PostgreSQL; some ways need PgBouncer 1.21 (variable PGBOUNCER) or Citus. Writes results/cost.json.",
  minutes: 8,
  isFigure: true,
  options,
  examples: {
    '': 'as in the result file',
    '--through direct,pgbouncer,pgbouncer-settings --rates 300 --name cost-pgbouncer': 'what PgBouncer costs',
    '--through direct,citus-1,citus-2 --rates 300 --name cost-citus': 'what Citus costs',
    '--against /elsewhere/packages/service/src/cli.ts --name cost-before': 'beside another version',
    '--rates 100 --seconds 3 --turns 1 --name try': 'to try it',
  },
  lacks: () => lacksPostgres,
  async run({ values, say, report }) {
    const { seconds, turns, statuses, rates, name } = values;
    const costs = await withBed(async (bed) => {
      const worlds: CostWorld[] = [];
      for (const [way, its] of waysOf({ values, say }))
        worlds.push(await startCostWorld(bed, { name: way, statuses, ...its }));
      return takeTurns(worlds, { values, say });
    });
    report(
      {
        says: `a cascade of one stage with callbacks for ${statuses.join(', ')} and a receipt by SMPP: microseconds of processor time for one, by the rate (${rates.join(', ')} a second for ${seconds} s), with what is used at rest taken off; medians of ${turns} turns, in which all ways follow each other; commits: of the intake by their size, in milliseconds; alone: what a message asks of the database if no other is under way, counted between both`,
        ...costs,
        commits: await withBed((bed) => measureCommits(bed, seconds / 5)),
        ...(await withBed((bed) => measureAlone(bed, statuses))),
      },
      { name },
    );
  },
});

/** Those that are wanted and can run here. */
function waysOf({ values: { through, against }, say }: Given): readonly (readonly [string, Through])[] {
  const wanted: [string, Through][] = through.map((way) => [way, ways[way] ?? {}]);
  if (against !== undefined) wanted.push(['before', { program: against }]);
  return wanted.filter(([name, { pooled, workers }]) => {
    const lacks = (pooled && lacksPgBouncer()) ?? (workers && lacksCitus());
    if (lacks) say(`${name} is skipped: ${lacks}`);
    return !lacks;
  });
}

/** Measures each world at each rate, one after the other, so often; by the name of the way. */
async function takeTurns(worlds: readonly CostWorld[], { values: { rates, seconds, turns }, say }: Given) {
  const found = worlds.map((world) => ({
    world,
    rests: [] as Rest[],
    costs: rates.map(() => [] as CascadeCost[]),
  }));
  for (const { world } of found) await world.offer(400, 6); // until everything is compiled and planned
  for (let turn = 1; turn <= turns; turn += 1) {
    for (const { world, rests } of found) rests.push(await world.rest(seconds / 2));
    for (const [at, rate] of rates.entries())
      for (const { world, rests, costs } of found) {
        const cost = await world.cost(rate, seconds, rests.at(-1));
        say(`turn ${turn} of ${turns}, ${world.name}: ${JSON.stringify(cost)}`);
        costs[at]?.push(cost);
      }
  }
  return Object.fromEntries(
    found.map(({ world, rests, costs }) => [
      world.name,
      {
        atRest: medians(rests),
        byRate: costs.map((all) => ({
          ...medians(all),
          millisecondsOfTurns: all.map(({ milliseconds }) => milliseconds),
        })),
        ...(world.settings && { settings: world.settings }),
      },
    ]),
  );
}
