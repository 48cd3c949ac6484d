import { loadavg } from 'node:os';
import { readCommand } from './command.ts';
import { pgBouncer } from './crash/pooler.ts';
import { runWorld, type Shape, type WorldResult } from './profile/world.ts';
import { report, round } from './report.ts';
import { median } from './statistics.ts';

const { values } = readCommand({
  run: 'PGBOUNCER=/path/to/pgbouncer npx pnpm --filter @cascade/bench pgbouncer-cost --',
  says: "What PgBouncer in transaction mode costs: processor time of a cascade in Node, PostgreSQL and PgBouncer, and the time until a message is accepted; directly, through it, and through it with the service's settings for the role, in turns. Needs Debian's PostgreSQL and PgBouncer 1.21 or later. Writes results/pgbouncer-cost.json.",
  options: {
    rate: { type: 'string', default: '300', says: 'cascades a second' },
    seconds: { type: 'string', default: '20', says: 'of each run' },
    turns: { type: 'string', default: '3', says: 'how often each way is measured' },
  },
  examples: { '': 'as in the result file; eight minutes' },
});

/** As in HIGH-AVAILABILITY.md. */
const forTheRole = [
  'jit = off',
  'enable_seqscan = off',
  'plan_cache_mode = force_generic_plan',
  "statement_timeout = '30s'",
  "lock_timeout = '2500ms'",
  "idle_in_transaction_session_timeout = '2s'",
];

const shape: Shape = {
  rate: Number(values.rate),
  seconds: Number(values.seconds),
  statuses: ['ENQUEUED', 'SENT', 'DELIVERED'],
};
const ways: Readonly<Record<string, Shape>> = {
  direct: shape,
  pgBouncer: { ...shape, pooled: [] },
  pgBouncerWithSettings: { ...shape, pooled: forTheRole },
};

if (pgBouncer === undefined) {
  process.stdout.write(
    'skipped: this machine has no PgBouncer 1.21 or later; name it by the variable PGBOUNCER\n',
  );
} else {
  const loadBefore = loadavg()[0];
  const results: Record<string, readonly WorldResult[]> = {};
  for (let turn = 0; turn < Number(values.turns); turn += 1)
    for (const [way, its] of Object.entries(ways)) {
      const result = await runWorld(its);
      results[way] = [...(results[way] ?? []), result];
      process.stderr.write(`${way}: ${JSON.stringify(figuresOf(result))}\n`);
    }
  report(
    'pgbouncer-cost',
    `npx pnpm --filter @cascade/bench pgbouncer-cost -- --rate ${values.rate} --seconds ${values.seconds} --turns ${values.turns}`,
    {
      says: `one replica, whole cascades of one stage with three callbacks, ${values.rate} a second for ${values.seconds} s; ${values.turns} turns of each way; with settings: ${forTheRole.join(', ')} for the role. Microseconds of processor time for a cascade`,
      loadAverage: { before: loadBefore, after: loadavg()[0] },
      ...Object.fromEntries(
        Object.entries(results).map(([way, all]) => [
          way,
          { median: medianOf(all), turns: all.map(figuresOf), settings: all[0]?.settings },
        ]),
      ),
    },
  );
}

interface Figures {
  readonly node: number;
  readonly postgres: number;
  readonly pgBouncer: number;
  readonly acceptedMillisecondsP50: number;
  readonly endedPerSecond: number;
}

function figuresOf({ cost, p50Milliseconds }: WorldResult): Figures {
  return {
    node: cost.nodeMicroseconds,
    postgres: cost.postgresMicroseconds,
    pgBouncer: cost.poolerMicroseconds,
    acceptedMillisecondsP50: round(p50Milliseconds),
    endedPerSecond: cost.endedPerSecond,
  };
}

function medianOf(results: readonly WorldResult[]): Figures {
  const all = results.map(figuresOf);
  const middle = (of: (one: Figures) => number) => median(all.map(of));
  return {
    node: middle(({ node }) => node),
    postgres: middle(({ postgres }) => postgres),
    pgBouncer: middle(({ pgBouncer: its }) => its),
    acceptedMillisecondsP50: middle(({ acceptedMillisecondsP50: p50 }) => p50),
    endedPerSecond: middle(({ endedPerSecond }) => endedPerSecond),
  };
}
