import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startServiceProcess } from '@cascade/service/bench';
import { accountsFile } from '../accounts-file.ts';
import { readCommand } from '../command.ts';
import { report, round } from '../report.ts';
import { attacks } from './attacks.ts';

/**
 * The latency of one account while another account attacks, at the service and at a bare server (the control).
 * `--phase before` records a run with an earlier version of the service; `--only` runs the attacks whose name contains a
 * text, and keeps the recorded others.
 */
const { values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench fairness --',
  says: 'The latency of one account while another attacks, against a bare server under the same attack. Writes results/fairness.json.',
  options: {
    seconds: { type: 'string', default: '8', says: 'of each attack' },
    phase: { type: 'string', default: 'after', says: 'before: records a run of an earlier version' },
    only: {
      type: 'string',
      default: '',
      says: 'attacks whose name contains this text; the others stay as recorded',
    },
  },
  examples: {
    '': 'all attacks',
    '--only nested --seconds 3': 'one, shorter',
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
await writeFile(
  accounts,
  accountsFile(['attacker-key', 'stranger-key'].map((name) => ({ name, cascades: { 2002: ['SMS'] } }))),
);
const service = await startServiceProcess({
  args: ['--data', dataFolder, '--accounts', accounts],
  logLevel: 'error',
  hasBackPressure: true,
});
const control = await startControl();
try {
  for (const { url } of [control, service]) await measureStranger(url, 4);
  const others = earlier();
  const underAttack: Record<string, object> = { ...others[phase] };
  for (const name of Object.keys(attacks).filter((one) => one.includes(only)))
    underAttack[name] = await measureAttack(name);
  report('fairness', 'npx pnpm --filter @cascade/bench fairness', {
    says: `a stranger schedules 50 messages a second while another key attacks, ${seconds} s for each attack; times from when a request was due to its answer; attacker, stranger, service and store on the same cores; control: a bare Node server under the same attack, which refuses the attacker without reading`,
    ...others,
    [phase]: underAttack,
  });
} finally {
  control.stop();
  await service.stop();
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 10 });
  await rm(accounts);
}

/** A stranger's latency without and with an attack. */
interface Compared {
  readonly quiet: Latency;
  readonly attacked: Latency;
  readonly p99OverQuiet: number;
  readonly attackerAnswers: unknown;
}

/** The control is measured just before the service, because the speed of a shared machine changes by the minute. */
async function measureAttack(name: string): Promise<object> {
  const floor = await compare(control.url, name);
  const found = await compare(service.url, name);
  say(`${name}: ${JSON.stringify({ ...found, control: floor })}`);
  return { ...found, control: floor };
}

async function compare(url: string, name: string): Promise<Compared> {
  const { p50Milliseconds, p99Milliseconds } = await measureStranger(url, Number(seconds));
  const attacker = fork(script('attacker.ts'), [url, name, 'attacker-key']);
  await setTimeout(1_000);
  const measured = measureStranger(url, Number(seconds));
  await setTimeout(Number(seconds) * 1_000);
  attacker.send('stop');
  const [attackerAnswers] = await once(attacker, 'message');
  const attacked = await measured;
  await setTimeout(1_500);
  return {
    quiet: { p50Milliseconds, p99Milliseconds },
    attacked,
    p99OverQuiet: round(attacked.p99Milliseconds / p99Milliseconds),
    attackerAnswers,
  };
}

async function measureStranger(url: string, duration: number): Promise<Latency> {
  return heard(fork(script('stranger.ts'), [url, String(duration), 'stranger-key']));
}

async function startControl(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const child = fork(script('control.ts'));
  const [url] = await once(child, 'message');
  return { url: String(url), stop: () => child.disconnect() };
}

async function heard(child: ChildProcess): Promise<Latency> {
  const [message] = await once(child, 'message');
  return message as Latency;
}

/** What the result file holds: other phases and attacks stay. */
function earlier(): Readonly<Record<string, object>> {
  try {
    const file = readFileSync(new URL('../../results/fairness.json', import.meta.url), 'utf8');
    const { says: _, ...phases } = JSON.parse(file).results;
    return phases;
  } catch {
    return {};
  }
}
