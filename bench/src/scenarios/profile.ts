import { lacksPostgres } from '../harness/postgres.ts';
import { runWorld, type Statement } from '../harness/profiled-world.ts';
import { list, number, scenario, text } from '../harness/scenario.ts';
import { round } from '../harness/statistics.ts';
import { nodeProfile } from './profile/node-profile.ts';

export default scenario({
  says: "Where the time of a whole cascade goes: in Node by function and package, in PostgreSQL by statement. Runs twice, without any profiler for the processor times and with both. Needs Debian's PostgreSQL. Writes results/profile.json.",
  minutes: 2,
  options: {
    rate: number('cascades a second; more than the service can do shows it saturated', 400),
    seconds: number('of each run', 20),
    statuses: list('with a callback, comma-separated', 'ENQUEUED,SENT,DELIVERED', String),
    program: text('cli.ts of another version of the service'),
    name: text('of the result file', 'profile'),
  },
  examples: {
    '--rate 2500 --seconds 15': 'as in the result file',
    '--program /elsewhere/packages/service/src/cli.ts --name profile-before': 'another version',
  },
  lacks: () => lacksPostgres,
  async run({ bed, values: { name, ...shape }, report }) {
    const plain = await runWorld(shape);
    const profiles = `${bed.folder}/profiles`;
    const { statements, ended, cost } = await runWorld({ ...shape, profiles });
    report(
      {
        says: `whole cascades of one stage, ${shape.rate} a second for ${shape.seconds} s, callbacks for ${shape.statuses.join(', ')}; processor times from a run without profilers`,
        cascade: plain.cost,
        postgres: statements.map((one) => perCascade(one, ended)),
        node: await nodeProfile(profiles, cost.nodeMicroseconds),
      },
      { name },
    );
  },
});

/** What a statement costs per cascade; those inside a function are indented. */
function perCascade({ query, isTop, calls, rows, milliseconds, walBytes }: Statement, ended: number): object {
  return {
    statement: `${isTop ? '' : '… '}${query.replace(/\s+/g, ' ').trim().slice(0, 150)}`,
    microseconds: round((milliseconds * 1_000) / ended),
    calls: Math.round((calls / ended) * 1_000) / 1_000,
    rows: round(rows / ended),
    walBytes: Math.round(walBytes / ended),
  };
}
