import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startServiceProcess } from '@cascade/service/bench';
import { report, round } from '../report.ts';
import { attacks } from './attacks.ts';

/**
 * The latency of one account while another account attacks. `--phase before` records a run with an earlier version of
 * the service; `--only` runs the attacks whose name contains a text.
 */
const { values } = parseArgs({
  // pnpm passes its own -- on.
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: {
    seconds: { type: 'string', default: '8' },
    phase: { type: 'string', default: 'after' },
    only: { type: 'string', default: '' },
  },
});
const { seconds, phase, only } = values;
const script = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const say = (line: string) => void process.stderr.write(`${line}\n`);

interface Latency {
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
}

// The database server makes the folder, because it may run as another user than this process.
const dataFolder = join(tmpdir(), `cascade-fairness-${process.pid}`);
const accounts = join(tmpdir(), `cascade-fairness-${process.pid}.yaml`);
await writeFile(accounts, JSON.stringify({ accounts: ['attacker', 'stranger'].map(accountOf) }));
const service = await startServiceProcess({
  args: ['--data', dataFolder, '--accounts', accounts],
  logLevel: 'error',
  hasBackPressure: true,
});
try {
  await measureStranger(4);
  const underAttack: Record<string, object> = {};
  for (const name of Object.keys(attacks).filter((one) => one.includes(only)))
    underAttack[name] = await measureAttack(name);
  report('fairness', 'npx pnpm --filter @cascade/bench fairness', {
    says: `a stranger schedules 50 messages a second while another key attacks, ${seconds} s for each attack; times from when a request was due to its answer; attacker, stranger, service and store on the same cores`,
    ...earlier(),
    [phase]: underAttack,
  });
} finally {
  await service.stop();
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 10 });
  await rm(accounts);
}

/** The quiet time is measured just before, because the speed of a shared machine changes by the minute. */
async function measureAttack(name: string): Promise<object> {
  const quiet = await measureStranger(Number(seconds));
  const attacker = fork(script('attacker.ts'), [service.url, name, 'attacker-key']);
  await setTimeout(1_000);
  const measured = measureStranger(Number(seconds));
  await setTimeout(Number(seconds) * 1_000);
  attacker.send('stop');
  const [answers] = await once(attacker, 'message');
  const stranger = await measured;
  const found = {
    quiet: { p50Milliseconds: quiet.p50Milliseconds, p99Milliseconds: quiet.p99Milliseconds },
    attacked: stranger,
    p99OverQuiet: round(stranger.p99Milliseconds / quiet.p99Milliseconds),
    attackerAnswers: answers,
  };
  say(`${name}: ${JSON.stringify(found)}`);
  await setTimeout(1_500);
  return found;
}

async function measureStranger(duration: number): Promise<Latency> {
  return heard(fork(script('stranger.ts'), [service.url, String(duration), 'stranger-key']));
}

async function heard(child: ChildProcess): Promise<Latency> {
  const [message] = await once(child, 'message');
  return message as Latency;
}

/** The other phases of the result file, which stay. */
function earlier(): object {
  try {
    const file = readFileSync(new URL('../../results/fairness.json', import.meta.url), 'utf8');
    const { says: _, ...phases } = JSON.parse(file).results;
    return phases;
  } catch {
    return {};
  }
}

function accountOf(name: string) {
  const uuid = `00000000-0000-4000-8000-${name === 'stranger' ? '000000000001' : '000000000002'}`;
  const stage = { uuid, channel: 'SMS', subject: { id: 1, subject: 'codes' } };
  return {
    name,
    keys: [{ key: `${name}-key` }],
    balance: 1_000_000_000_000,
    prices: { SMS: 5 },
    cascades: [{ id: 2002, name: 'codes', stages: [stage] }],
  };
}
