import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { didYouMean, readYaml } from '@cascade/yaml-file';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { applyBaseline } from '../baseline/apply-baseline.ts';
import { readBaseline } from '../baseline/read-baseline.ts';
import { defined } from '../defined.ts';
import type { ConsumerProfile } from '../generated/consumer-profile.ts';
import type { Client } from '../phases/consumers/run-clients.ts';
import { readConsumerProfile } from '../profile/read-consumer-profile.ts';
import { readProfile } from '../profile/read-profile.ts';
import { progressInLog, progressLine } from '../report/progress.ts';
import { exitCodeOf, type Report, type SetupMistake } from '../report/report.ts';
import { describePhase, describeReport } from '../report/terminal-summary.ts';
import { type Phase, phases } from '../scenario/scenario.ts';
import { verify } from '../verify.ts';
import { verifyClient, verifyReceiver } from '../verify-consumers.ts';
import { type Cli, option, parseUrl, parseWhole } from './options.ts';
import { isOnOut, prepareOutputs, type Reporting, writeOutputs, writing } from './reports.ts';
import { runInShell } from './run-in-shell.ts';
import { scenariosSince } from './since.ts';
import { openScreen, type Screen } from './terminal.ts';

interface RunOptions extends Reporting {
  readonly profile: string;
  readonly key?: string;
  readonly target?: string;
  readonly phases?: readonly Phase[];
  readonly scenarios?: readonly string[];
  /** A file or a revision with the earlier contract. */
  readonly since?: string;
  readonly seed?: number;
  readonly deep?: true;
  readonly fast?: true;
  readonly assumptions?: true;
  readonly patient?: true;
  /** A command of the shell that restarts the provider. */
  readonly restart?: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly grace: number;
  readonly setupCheck: boolean;
}

/** Judges a provider. `unknown` makes the error for a word that names no command. */
export function addRun(program: Command, cli: Cli, unknown: (word: string) => Error): Command {
  const command = program
    .command('run', { isDefault: true })
    .allowExcessArguments()
    .addOption(option.target())
    .addOption(option.profile())
    .addOption(option.key())
    .option('--phases <list>', `of ${providerPhases.join(', ')}; default: all`, (list) =>
      list.split(',').map(readPhase),
    )
    .option('--scenarios <list>', 'ids of scenarios; default: all of the phases', parseIds)
    .addOption(
      new Option(
        '--since <revision>',
        'only what a change of the contract touches since a revision of its repository, or since a file with a description',
      ).conflicts(['scenarios', 'phases']),
    )
    .option('--seed <number>', 'repeat the generated cases of an earlier run', parseWhole)
    .addOption(new Option('--deep', 'many more generated cases').conflicts('fast'))
    .option('--fast', 'for every push: fewer generated cases')
    .addOption(option.assumptions())
    .addOption(option.baseline())
    .addOption(option.seconds('--timeout', 'for one answer', 5))
    .addOption(option.seconds('--grace', 'for a provider that no longer answers to answer again', 10))
    .option(
      '--patient',
      'go slower for a provider that limits requests: wait up to 5 minutes for it to take one',
    )
    .option('--restart <command>', 'restarts the provider: ids accepted before that must stay used')
    .option('--no-setup-check', 'judge even if the profile does not seem to fit the provider');
  return writing(command).action(async (options: RunOptions, { args: [word] }: Command) => {
    if (word !== undefined) throw unknown(word);
    await judge(cli, options, (screen) => judgeProvider(options, screen, cli));
  });
}

/** Its profile says what a client or a receiver promises. */
interface ConsumerOptions extends Reporting {
  readonly assumptions?: true;
  readonly scenarios?: readonly string[];
}

const consumerProfile = () =>
  new Option('--profile <file>', 'what the program promises, so that more is judged');

interface ReceiverOptions extends ConsumerOptions {
  readonly secret?: string;
  readonly restart?: string;
  /** Milliseconds. */
  readonly timeout: number;
}

export function addReceiver(program: Command, cli: Cli): void {
  const command = program
    .command('receiver')
    .description('judges the receiver of a consumer by about 60 callbacks, in any language')
    .argument('<url>', 'of the receiver', parseUrl)
    .addOption(option.secret('sign the callbacks'))
    .addOption(consumerProfile())
    .option('--scenarios <list>', 'ids of scenarios; default: all of the command', parseIds)
    .addOption(option.assumptions())
    .addOption(option.baseline())
    .addOption(option.seconds('--timeout', 'for one answer', 15))
    .option('--restart <command>', 'kills the receiver and starts it again: no event may be lost')
    .addHelpText('after', receiverHelp);
  writing(command).action((url: string, options: ReceiverOptions) =>
    judge(cli, options, async () => {
      const { secret, assumptions = false, scenarios, restart, timeout: timeoutInMilliseconds } = options;
      const profile = readPromises(options);
      await prepareOutputs(options);
      return verifyReceiver({
        url,
        assumptions,
        timeoutInMilliseconds,
        ...defined({ secret, profile, scenarios, signal: cli.signal }),
        ...(restart === undefined ? {} : { restart: () => runInShell(restart) }),
      });
    }),
  );
}

function readPromises({ profile }: ConsumerOptions) {
  return profile === undefined ? undefined : readConsumerProfile(profile);
}

const receiverHelp = `
With the URL and the secret alone, answers are judged: signatures, odd events, repeats, 30 events at once. A profile adds
what was handled, which the receiver's program tells by a file:
  receiver:
    handled: handled.txt             # a line with the webhook-id, or the requestId, of each event once it is handled
    handler: [waits, fails, panics]  # what the handler does in its first run, its second …, by the comment of an event:
                                     # "verify fails fails", "verify waits", "verify waits-then-fails", "verify panics"
    secrets: [whsec_…, whsec_…]      # the current secret, and the earlier one
    keepsIds: true                   # over a restart
    longestBody: 65536
    claimSeconds: 60                 # after which a repeat is handled, if the process died
  holds: [ADR-0017, ADR-0018, ADR-0061]  # instead of --assumptions

Examples:
  cascade-verify receiver https://shop.example/callbacks --secret "$SECRET" --assumptions
  cascade-verify receiver http://127.0.0.1:8080/status --profile receiver.yaml --assumptions --restart './restart.sh'`;

interface ClientOptions extends ConsumerOptions {
  /** Milliseconds. */
  readonly wait: number;
  readonly atOnce: number;
}

export function addClient(program: Command, cli: Cli): void {
  const command = program
    .command('client')
    .usage('[options] -- <program> [argument…]')
    .description('judges a client, a program that schedules one message at CASCADE_URL, by about 100 calls')
    .argument('<program...>', 'the program and its arguments, after --')
    .addOption(consumerProfile())
    .option('--scenarios <list>', 'ids of scenarios; default: all of the command', parseIds)
    .addOption(option.assumptions())
    .addOption(option.baseline())
    .addOption(option.seconds('--wait', 'for the program to end', 60))
    .addOption(new Option('--at-once <number>', 'runs of the program').argParser(parseAtOnce).default(8))
    .addHelpText(
      'after',
      `
The program has CASCADE_URL, CASCADE_API_KEY and the cascade CASCADE_ID (SMS). It ends with 0 if the message is
scheduled; with 1 if it is not, after printing the problem code if there is one; with 2 if it may be scheduled.
A profile says what it promises, so that this is judged, too:
  client:
    attempts: 3            # at most
    timeoutSeconds: 5      # of an attempt; the program may read it from CASCADE_TIMEOUT
    takesRequestId: true   # from CASCADE_REQUEST_ID; or requestIdArguments: ['--id', '{requestId}']
    keepsUsed: true        # takes a used id after a lost answer for an acceptance (ADR-0007)
  holds: [ADR-0001, ADR-0007, ADR-0060]  # instead of --assumptions

Examples:
  cascade-verify client --assumptions -- node send.js
  cascade-verify client --profile client.yaml --assumptions --json report.json -- ./send`,
    );
  writing(command).action((words: string[], options: ClientOptions) =>
    judge(cli, options, async () => {
      const { assumptions = false, scenarios, atOnce: runsAtOnce, wait } = options;
      const profile = readPromises(options);
      await prepareOutputs(options);
      const client = startsProgram(words, Math.max(wait, mostOf(profile)));
      const name = words.join(' ');
      return verifyClient({
        name,
        client,
        assumptions,
        runsAtOnce,
        ...defined({ profile, scenarios, signal: cli.signal }),
      });
    }),
  );
}

/** How long a call takes at most that keeps its time-outs, with its start and its waits; 0 if that is not known. */
function mostOf({ client: { timeoutSeconds, attempts = 3 } = {} }: ConsumerProfile = {}): number {
  return timeoutSeconds === undefined ? 0 : 1_000 * (attempts * 1.5 * timeoutSeconds + 30);
}

/** Shows what the work reports, and writes it in every form that was asked for. */
async function judge(
  { terminal, end }: Cli,
  options: Reporting,
  work: (screen: Screen) => Promise<Report>,
): Promise<void> {
  const screen = openScreen(terminal, isOnOut(options));
  const { paint, say } = screen;
  const { docs, verbose, profile = '', baseline: file } = options;
  const baseline = file === undefined ? undefined : readBaseline(file);
  const judged = await work(screen);
  const report = baseline === undefined ? judged : applyBaseline(judged, baseline, file ?? '');
  say(describeReport(report, { paint, ...defined({ docs, verbose }) }, commandForAll(options)));
  const mistakes = locateMistakes(profile, report.setup ?? []);
  if (mistakes !== '')
    say(`\nChange the profile, or pass --no-setup-check to judge all the same:\n${mistakes}`);
  await writeOutputs(options, report, terminal);
  end(exitCodeOf(report));
}

/** The command that shows all of the report. It repeats no key and no secret of the present one. */
function commandForAll({ json }: Reporting): string {
  if (json === undefined || json === '-') return 'the same command with --verbose';
  return `cascade-verify report ${json} --verbose`;
}

async function judgeProvider(
  options: RunOptions,
  { say, progress, paint }: Screen,
  { signal }: Cli,
): Promise<Report> {
  const { profile: file, key, restart, timeout, grace, setupCheck } = options;
  const { deep = false, fast = false, assumptions = false, patient = false } = options;
  const { phases: wanted, since, seed, verbose } = options;
  const profile = await readProfile(file, defined({ key }));
  const target = options.target ?? profile.target;
  if (target === undefined) throw new Error('no target: pass --target or add target to the profile');
  await prepareOutputs(options);
  const touched = since === undefined ? undefined : await scenariosSince(since);
  if (touched !== undefined) say(touched.says);
  const scenarios = touched?.scenarios ?? options.scenarios;
  return verify({
    profile,
    target,
    deep,
    fast,
    assumptions,
    patient,
    setupCheck,
    timeoutInMilliseconds: timeout,
    graceInMilliseconds: grace,
    ...defined({ signal, phases: wanted, scenarios, seed }),
    ...(restart === undefined ? {} : { restart: () => runInShell(restart) }),
    ...(verbose ? { onPhase: (summary) => say(describePhase(summary, paint)) } : {}),
    onProgress: (state) =>
      progress(
        (width) => progressLine(state, width),
        () => progressInLog(state),
      ),
  });
}

/** Each mistake on a line of its own, with its place in the profile. */
function locateMistakes(file: string, mistakes: readonly SetupMistake[]): string {
  if (mistakes.length === 0) return '';
  const yaml = readYaml(file);
  const lines = mistakes.map(({ pointer, message }) => {
    const { line, column } = 'faults' in yaml ? { line: 1, column: 1 } : yaml.locate({ pointer, message });
    return `  ${file}:${line}:${column}: ${pointer}: ${message}\n`;
  });
  return lines.join('');
}

/** A client that is a program: each run starts it, and kills it after the time limit. */
function startsProgram([file = '', ...args]: readonly string[], waitInMilliseconds: number): Client {
  return async (variables, more) => {
    const child = spawn(file, [...args, ...more], {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Not spawn's own time limit, whose timer outlives a program that cannot be started.
    const timer = setTimeout(() => child.kill('SIGKILL'), waitInMilliseconds);
    const ended = once(child, 'close').finally(() => clearTimeout(timer));
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code, out, err };
  };
}

const providerPhases = phases.filter((phase) => phase !== 'consumers');

function readPhase(name: string): Phase {
  const phase = providerPhases.find((each) => each === name.trim());
  if (phase !== undefined) return phase;
  const near = didYouMean(name, providerPhases);
  throw new InvalidArgumentError(`Unknown phase '${name}'${near}; phases: ${providerPhases.join(', ')}.`);
}

function parseAtOnce(text: string): number {
  const runs = parseWhole(text);
  if (runs >= 1 && runs <= 64) return runs;
  throw new InvalidArgumentError('Expected 1 to 64.');
}

function parseIds(list: string): readonly string[] {
  const ids = list.split(',').map((id) => id.trim());
  if (ids.every((id) => id !== '')) return ids;
  throw new InvalidArgumentError('Expected ids of scenarios, separated by commas.');
}
