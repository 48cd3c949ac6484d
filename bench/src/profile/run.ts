import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommand } from '../command.ts';
import { report } from '../report.ts';
import { nodeProfile } from './node-profile.ts';
import { statementsOf } from './statements.ts';
import { runWorld } from './world.ts';

const { values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench profile',
  says: "Where the time of a whole cascade goes: in Node by function and package, in PostgreSQL by statement. Runs twice, without any profiler for the processor times and with both. Two minutes; needs Debian's PostgreSQL.",
  options: {
    rate: {
      type: 'string',
      default: '400',
      says: 'cascades a second; more than the service can do shows it saturated',
    },
    seconds: { type: 'string', default: '20', says: 'of each run' },
    statuses: {
      type: 'string',
      default: 'ENQUEUED,SENT,DELIVERED',
      says: 'with a callback, comma-separated',
    },
    program: { type: 'string', says: 'cli.ts of another version of the service' },
    name: { type: 'string', default: 'profile', says: 'of the result file' },
  },
  examples: {
    '--rate 2500 --seconds 15': 'as in the result file',
    '--program /elsewhere/packages/service/src/cli.ts --name profile-before': 'another version',
  },
});

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
