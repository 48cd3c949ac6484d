import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { report } from '../report.ts';
import { nodeProfile } from './node-profile.ts';
import { statementsOf } from './statements.ts';
import { runWorld } from './world.ts';

const help = `Where the time of a whole cascade goes: in Node by function and package, in PostgreSQL by statement.

  run.ts [--rate 400] [--seconds 20] [--statuses ENQUEUED,SENT,DELIVERED] [--program …/cli.ts] [--name profile]

Needs Debian's PostgreSQL with pg_stat_statements (apt-get install postgresql). The load is closed to a steady rate, below
what saturates. Two runs: one without any profiler for the processor times, one with both.

  npx pnpm --filter @cascade/bench profile
  npx pnpm --filter @cascade/bench profile --program /elsewhere/packages/service/src/cli.ts --name profile-before
`;

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '400' },
    seconds: { type: 'string', default: '20' },
    statuses: { type: 'string', default: 'ENQUEUED,SENT,DELIVERED' },
    program: { type: 'string' },
    name: { type: 'string', default: 'profile' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit();
}

const profiles = await mkdtemp(join(tmpdir(), 'cascade-profile-'));
const shape = {
  rate: Number(values.rate),
  seconds: Number(values.seconds),
  statuses: values.statuses.split(','),
  program: values.program,
};
try {
  const plain = await runWorld(shape);
  const profiled = await runWorld({ ...shape, profiles });
  report(values.name, `npx pnpm --filter @cascade/bench profile ${process.argv.slice(2).join(' ')}`, {
    says: `whole cascades of one stage, ${shape.rate} a second for ${shape.seconds} s, callbacks for ${shape.statuses.join(', ')}; processor times from a run without profilers`,
    cascade: plain.cost,
    postgres: statementsOf(profiled.statements, profiled.ended),
    node: await nodeProfile(profiles, profiled.nodeMicroseconds),
  });
} finally {
  await rm(profiles, { recursive: true, force: true });
}
