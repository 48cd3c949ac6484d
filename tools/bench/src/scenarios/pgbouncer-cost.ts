import { allStatuses } from '../harness/accounts.ts';
import { runWorld, type WorldResult } from '../harness/cascade-cost.ts';
import { lacksPgBouncer } from '../harness/postgres.ts';
import { number, scenario } from '../harness/scenario.ts';
import { medians, round } from '../harness/statistics.ts';

/** As in HIGH-AVAILABILITY.md. */
const forTheRole = [
  'jit = off',
  'enable_seqscan = off',
  'plan_cache_mode = force_generic_plan',
  "statement_timeout = '30s'",
  "lock_timeout = '2500ms'",
  "idle_in_transaction_session_timeout = '2s'",
];
const ways = { direct: {}, pgBouncer: { pooled: [] }, pgBouncerWithSettings: { pooled: forTheRole } };

export default scenario({
  says: "What PgBouncer in transaction mode costs: processor time of a cascade in Node, PostgreSQL and PgBouncer, and the time until a message is accepted; directly, through it, and through it with the service's settings for the role, in turns. Needs Debian's PostgreSQL and PgBouncer 1.21 or later, named by the variable PGBOUNCER. Writes results/pgbouncer-cost.json.",
  minutes: 8,
  options: {
    rate: number('cascades a second', 300),
    seconds: number('of each run', 20),
    turns: number('how often each way is measured', 3),
  },
  examples: { '': 'as in the result file' },
  lacks: lacksPgBouncer,
  async run({ values: { rate, seconds, turns }, say, report }) {
    const results: Record<string, readonly WorldResult[]> = {};
    for (let turn = 0; turn < turns; turn += 1)
      for (const [way, its] of Object.entries(ways)) {
        const result = await runWorld({ rate, seconds, statuses: allStatuses, ...its });
        results[way] = [...(results[way] ?? []), result];
        say(`${way}: ${JSON.stringify(figuresOf(result))}`);
      }
    report({
      says: `one replica, whole cascades of one stage with three callbacks, ${rate} a second for ${seconds} s; ${turns} turns of each way; with settings: ${forTheRole.join(', ')} for the role. Microseconds of processor time for a cascade`,
      ...Object.fromEntries(
        Object.entries(results).map(([way, all]) => [
          way,
          {
            median: medians(all.map(figuresOf)),
            turns: all.map(figuresOf),
            settings: all[0]?.settings ?? {},
          },
        ]),
      ),
    });
  },
});

function figuresOf({ cost, p50Milliseconds }: WorldResult) {
  return {
    node: cost.nodeMicroseconds,
    postgres: cost.postgresMicroseconds,
    pgBouncer: cost.poolerMicroseconds,
    acceptedMillisecondsP50: round(p50Milliseconds),
    endedPerSecond: cost.endedPerSecond,
  };
}
