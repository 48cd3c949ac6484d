import { didYouMean } from '@cascade/yaml-file';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { defined } from '../defined.ts';
import { isChannel } from '../init/detect-profile.ts';
import type { InitArguments } from '../init/run-init.ts';
import type { ProfileCascade } from '../profile/profile.ts';
import { type Phase, phases } from '../scenario/scenario.ts';

export const outputFormats = ['json', 'junit', 'sarif', 'html', 'badge', 'shields'] as const;

export type OutputFormat = (typeof outputFormats)[number];

/** The file of each form of the report; `-` is the standard output. */
export type Outputs = Readonly<Partial<Record<OutputFormat, string>>>;

interface Reporting {
  readonly outputs: Outputs;
  /** Base address of a portal, for links to clauses. */
  readonly docs?: string;
}

interface ReceiverArguments extends Reporting {
  readonly command: 'receiver';
  readonly url: string;
  readonly secret?: string;
  readonly assumptions: boolean;
}

interface ClientArguments extends Reporting {
  readonly command: 'client';
  /** The program and its arguments. */
  readonly program: readonly string[];
  readonly waitInMilliseconds: number;
}

/** Judges a gateway of the service (ADR-0040). */
export interface GatewayArguments {
  readonly command: 'gateway';
  readonly url: string;
  readonly authorization?: string;
  /** `host:port` to listen on. */
  readonly receipts?: string;
  readonly secret?: string;
  readonly address: string;
  readonly channel: string;
  readonly waitInMilliseconds: number;
}

interface VerifyArguments extends Reporting {
  readonly command: 'verify';
  readonly profile: string;
  readonly target?: string;
  readonly phases?: readonly Phase[];
  readonly scenarios?: readonly string[];
  readonly seed?: number;
  readonly deep: boolean;
  readonly fast: boolean;
  readonly assumptions: boolean;
  readonly patient: boolean;
  /** A command of the shell that restarts the provider. */
  readonly restartCommand?: string;
  readonly timeoutInMilliseconds: number;
  readonly graceInMilliseconds: number;
  readonly setupCheck: boolean;
}

/** Makes other forms from a report that was saved as JSON. */
export interface ReportArguments extends Reporting {
  readonly command: 'report';
  readonly file: string;
  readonly profile: string;
}

/** Runs one finding of an earlier report again. */
export interface ReplayArguments {
  readonly command: 'replay';
  readonly id: string;
  readonly report: string;
  readonly profile: string;
  readonly target?: string;
  readonly secret?: string;
  readonly docs?: string;
  readonly timeoutInMilliseconds: number;
}

/** Looks for an order that explains what overlapping requests were answered. */
export interface HistoryArguments {
  readonly command: 'history';
  readonly profile: string;
  /** Of one provider; the target of the profile if empty. */
  readonly targets: readonly string[];
  readonly seconds: number;
  readonly seed?: number;
  /** A file for the timeline of a finding. */
  readonly svg?: string;
  readonly timeoutInMilliseconds: number;
}

export type RunArguments = ClientArguments | ReceiverArguments | VerifyArguments;

/** The commands that write reports. */
export type WritingArguments = RunArguments | ReportArguments;

/** The command line, read. */
export type CliArguments =
  | { readonly command: 'help'; readonly text: string }
  | InitArguments
  | GatewayArguments
  | HistoryArguments
  | ReplayArguments
  | ReportArguments
  | RunArguments;

/** The options of all commands, as Commander has read them. */
interface Values extends Outputs {
  readonly profile: string;
  readonly target?: string;
  readonly phases?: readonly Phase[];
  readonly scenarios?: readonly string[];
  readonly seed?: number;
  readonly deep?: true;
  readonly fast?: true;
  readonly assumptions?: true;
  readonly patient?: true;
  readonly restart?: string;
  readonly timeout: number;
  readonly grace: number;
  readonly setupCheck: boolean;
  readonly docs?: string;
  readonly report: string;
  readonly secret?: string;
  readonly authorization?: string;
  readonly receipts?: string;
  readonly address: string;
  readonly channel: string;
  readonly wait: number;
  readonly for: number;
  readonly svg?: string;
  readonly key?: string;
  readonly cascade?: readonly ProfileCascade[];
}

/** Reads the command line. @throws {Error} that says what is wrong with it. */
export function parseArguments(args: readonly string[]): CliArguments {
  let parsed: CliArguments | undefined;
  let shown = '';
  const show = (text: string) => {
    shown += text;
  };
  const program = createProgram(show, (each) => {
    parsed = each;
  });
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new Error(explain(error, program));
  }
  return parsed ?? { command: 'help', text: shown };
}

/** What Commander says; of an option that the command does not have, also where it belongs. */
function explain({ code, message }: CommanderError, program: Command): string {
  const says = message.replace(/^error: /, '').replaceAll('\n', ' ');
  if (code !== 'commander.unknownOption') return says;
  const [, flag = ''] = /'(--?[\w-]+)/.exec(says) ?? [];
  const owners = program.commands.filter(({ options }) =>
    options.some(({ short, long }) => flag === short || flag === long),
  );
  if (owners.length === 0) return says;
  const names = owners.map((each) => (isRun(each) ? 'cascade-verify' : `cascade-verify ${each.name()}`));
  return `${says.replace(/ \(Did you mean.*/, '')}; it is an option of ${names.join(' and ')}`;
}

/** Judging a provider, which has no name on the command line. */
function isRun(command: Command): boolean {
  return command.name() === 'run';
}

type Done = (parsed: CliArguments) => void;

function createProgram(writeOut: (text: string) => void, done: Done): Command {
  const program = new Command('cascade-verify')
    .description('Judges an implementation of the cascade API by its contract.')
    .usage('[options] | <command>')
    .version(manifest.version)
    .configureHelp({
      helpWidth: 120,
      visibleCommands: ({ commands }) => commands.filter((each) => !isRun(each)),
    })
    .configureOutput({ writeOut, writeErr: () => {} })
    .enablePositionalOptions()
    .exitOverride();
  const run = addRun(program, done);
  for (const add of [addReceiver, addClient, addGateway, addHistory, addReport, addReplay, addInit])
    add(program, done);
  return program.addHelpText('after', () => optionsOf(run) + notes);
}

/** The options without a command, as the help of the whole program shows them. */
function optionsOf(run: Command): string {
  return run
    .helpInformation()
    .replace(/^[\s\S]*?\nOptions:/, '\nOptions of a run:')
    .replace(/^ +-h, .*\n/m, '');
}

const notes = `
Exit codes:
  0  conformant                              replay: FIXED
  1  non-conformant: there are findings,     replay: FAILED
     or the provider stopped answering (what was not judged by then says so)
  2  could not judge: wrong command line     replay: ERROR
     or profile, a profile that does not fit the provider, no money, target not reachable or not this API,
     nothing judged, or interrupted (the report then is partial and says so)

Examples:
  cascade-verify init --target http://127.0.0.1:4012 --key demo-key && cascade-verify
  cascade-verify --profile profile.yaml --json report.json --html report.html
  cascade-verify replay 3f2a9c01be --report report.json
  cascade-verify receiver https://shop.example/callbacks --secret "$SECRET"
  cascade-verify client -- node send.js
  cascade-verify gateway http://127.0.0.1:8080/send --authorization 'Bearer for-trials' \\
    --receipts 127.0.0.1:4099 --secret "$RECEIPT_SECRET"`;

const option = {
  target: () =>
    new Option('--target <url>', 'base address; default: target of the profile').argParser(parseUrl),
  profile: () => new Option('--profile <file>', 'profile of the provider').default('profile.yaml'),
  docs: () =>
    new Option('--docs <url>', 'base address of a portal (cascade-docs): clauses link to it').argParser(
      parseUrl,
    ),
  address: () => new Option('--address <text>', 'where the messages go').default('+12025550199'),
  assumptions: () => new Option('--assumptions', 'check assumed behaviour as well'),
  seconds: (flag: string, what: string, otherwise: number) =>
    new Option(`${flag} <seconds>`, what)
      .argParser(parseSeconds)
      .default(otherwise * 1_000, String(otherwise)),
};

/** Adds the forms of the report. */
function writing(command: Command): Command {
  return command
    .option('--json <file>', 'the whole report; the file may be - for the standard output, in all of these')
    .option('--junit <file>', 'a case for each scenario; inconclusive ones are skipped')
    .option('--sarif <file>', 'SARIF 2.1.0: a rule for each clause, a result for each finding')
    .option('--html <file>', 'one page, with the coverage ledger')
    .option('--badge <file>', 'SVG with the verdict and the number of clauses')
    .option('--shields <file>', 'the same as JSON for an endpoint badge of Shields')
    .addOption(option.docs());
}

function reporting(values: Values): Reporting {
  const chosen = outputFormats.flatMap((format) => {
    const file = values[format];
    return file === undefined ? [] : [[format, file] as const];
  });
  if (chosen.filter(([, file]) => file === '-').length > 1)
    throw new Error('only one report can be written to the standard output (-)');
  return { outputs: Object.fromEntries(chosen), ...defined({ docs: values.docs }) };
}

function addRun(program: Command, done: Done): Command {
  const command = program
    .command('run', { isDefault: true })
    .allowExcessArguments()
    .addOption(option.target())
    .addOption(option.profile())
    .option('--phases <list>', `of ${providerPhases.join(', ')}; default: all`, (list) =>
      list.split(',').map(readPhase),
    )
    .option('--scenarios <list>', 'ids of scenarios; default: all of the phases', parseIds)
    .option('--seed <number>', 'repeat the generated cases of an earlier run', parseWhole)
    .addOption(new Option('--deep', 'many more generated cases').conflicts('fast'))
    .option('--fast', 'for every push: fewer generated cases')
    .addOption(option.assumptions())
    .addOption(option.seconds('--timeout', 'for one answer', 5))
    .addOption(option.seconds('--grace', 'for a provider that no longer answers to answer again', 10))
    .option(
      '--patient',
      'go slower for a provider that limits requests: wait up to 5 minutes for it to take one',
    )
    .option('--restart <command>', 'restarts the provider: ids accepted before that must stay used')
    .option('--no-setup-check', 'judge even if the profile does not seem to fit the provider');
  return writing(command).action((values: Values, { args }: Command) => {
    const [unknown] = args;
    if (unknown !== undefined) throw new Error(unknownCommand(unknown, program));
    const { profile, setupCheck, deep = false, fast = false, assumptions = false, patient = false } = values;
    const { target, phases: wanted, scenarios, seed, timeout, grace, restart: restartCommand } = values;
    done({
      ...{ command: 'verify', profile, setupCheck, deep, fast, assumptions, patient, ...reporting(values) },
      ...{ timeoutInMilliseconds: timeout, graceInMilliseconds: grace },
      ...defined({ target, phases: wanted, scenarios, seed, restartCommand }),
    });
  });
}

function unknownCommand(name: string, { commands }: Command): string {
  const names = commands.filter((each) => !isRun(each)).map((each) => each.name());
  if (names.includes(name)) return `'${name}' must come before its options`;
  return `unknown command '${name}'${didYouMean(name, names)}; commands: ${names.toSorted().join(', ')}`;
}

function addReceiver(program: Command, done: Done): void {
  const command = program
    .command('receiver')
    .description('judges the receiver of a consumer: sends it every reason, both spellings, unlisted codes')
    .argument('<url>', 'of the receiver', parseUrl)
    .option('--secret <whsec_…>', 'sign the callbacks')
    .addOption(option.assumptions());
  writing(command).action((url: string, values: Values) => {
    const { secret, assumptions = false } = values;
    done({ command: 'receiver', url, assumptions, ...reporting(values), ...defined({ secret }) });
  });
}

function addClient(program: Command, done: Done): void {
  const command = program
    .command('client')
    .usage('[options] -- <program> [argument…]')
    .description('judges a client, a program that schedules one message at CASCADE_URL')
    .argument('<program...>', 'the program and its arguments, after --')
    .addOption(option.seconds('--wait', 'for the program to end', 30))
    .addHelpText(
      'after',
      `
The program has CASCADE_URL, CASCADE_API_KEY and the cascade CASCADE_ID (SMS). It ends with 0 if the message is
scheduled; with 1 if it is refused, after printing the problem code; else with 2.`,
    );
  writing(command).action((words: string[], values: Values) =>
    done({ command: 'client', program: words, waitInMilliseconds: values.wait, ...reporting(values) }),
  );
}

function addGateway(program: Command, done: Done): void {
  program
    .command('gateway')
    .description('judges an HTTP gateway of the service (ADR-0040); its messages are real')
    .argument('<url>', 'of the gateway', parseUrl)
    .option('--authorization <text>', 'header that the gateway expects; a wrong one must be refused')
    .option(
      '--receipts <host:port>',
      'listen there for receipts; without it they are not judged',
      parseListen,
    )
    .option('--secret <whsec_…>', 'secret of the receipts')
    .addOption(option.address())
    .option('--channel <text>', 'of the messages', 'SMS')
    .addOption(option.seconds('--wait', 'for a receipt', 30))
    .action((url: string, { address, channel, wait, authorization, receipts, secret }: Values) =>
      done({
        ...{ command: 'gateway', url, address, channel, waitInMilliseconds: wait },
        ...defined({ authorization, receipts, secret }),
      }),
    );
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

function parseTime(text: string): number {
  const [, number, unit = ''] = /^(\d+)([smh])$/.exec(text) ?? [];
  const seconds = Number(number) * (secondsOf[unit] ?? 0);
  if (seconds > 0) return seconds;
  throw new InvalidArgumentError('Expected a time, as in 10s, 5m or 2h.');
}

function addHistory(program: Command, done: Done): void {
  program
    .command('history')
    .description(
      'sends overlapping requests, and looks for an order of them that explains all answers about ids and money; it spends the account of keys.small',
    )
    .argument('[url...]', 'of one provider, or of its replicas', parseUrls)
    .addOption(option.profile())
    .addOption(new Option('--for <time>', '10s, 5m or 2h').argParser(parseTime).default(10, '10s'))
    .addOption(new Option('--seed <number>', 'of the requests').argParser(parseWhole))
    .option('--svg <file>', 'the timeline of the smallest part without an explanation')
    .addOption(option.seconds('--timeout', 'for one answer', 5))
    .action((targets: string[], { profile, timeout, seed, svg, for: seconds }: Values) =>
      done({
        ...{ command: 'history', profile, targets, seconds, timeoutInMilliseconds: timeout },
        ...defined({ seed, svg }),
      }),
    );
}

function addReport(program: Command, done: Done): void {
  const command = program
    .command('report')
    .description('makes other forms from the JSON of an earlier run; ends with 0 once they are written')
    .argument('[file]', 'what --json wrote', 'report.json')
    .addOption(option.profile());
  writing(command).action((file: string, values: Values) => {
    const written = reporting(values);
    if (Object.keys(written.outputs).length === 0)
      throw new Error('report: name what to write, for instance --badge badge.svg or --html report.html');
    done({ command: 'report', file, profile: values.profile, ...written });
  });
}

function addReplay(program: Command, done: Done): void {
  program
    .command('replay')
    .description('repeats the scenario of one finding and prints FIXED, FAILED or ERROR')
    .argument('<id>', 'of the finding')
    .option('--report <file>', 'the report that --json wrote', 'report.json')
    .addOption(option.profile())
    .addOption(option.target())
    .option('--secret <whsec_…>', 'receiver: sign the callbacks')
    .addOption(option.docs())
    .addOption(option.seconds('--timeout', 'for one answer', 5))
    .action((id: string, { report, profile, timeout, target, docs, secret }: Values) =>
      done({
        ...{ command: 'replay', id, report, profile, timeoutInMilliseconds: timeout },
        ...defined({ target, docs, secret }),
      }),
    );
}

function addInit(program: Command, done: Done): void {
  program
    .command('init')
    .description(
      'writes a profile: with --target and --key what the provider accepts, else the template; it never asks',
    )
    .argument('[file]', 'to write', 'profile.yaml')
    .addOption(option.target())
    .option('--key <key>', 'a valid key; each content is tried with a message')
    .option(
      '--cascade <id=SMS,…>',
      'a cascade and the channels of its stages, for a provider that does not list its own; repeatable',
      (text, before: readonly ProfileCascade[] = []) => [...before, readCascade(text)],
    )
    .addOption(option.address())
    .action((file: string, { target, key, address, cascade = [] }: Values) => {
      if ((target === undefined) !== (key === undefined))
        throw new Error('init: pass --target and --key together, or neither for the template');
      done({ command: 'init', file, address, cascades: cascade, ...defined({ target, key }) });
    });
}

function readCascade(text: string): ProfileCascade {
  const [id = '', names = ''] = text.split('=');
  const channels = names.split(',').filter(isChannel);
  if (!/^\d+$/.test(id) || channels.length !== names.split(',').length)
    throw new InvalidArgumentError('Expected an id and its channels, as in 31634=CHATONE,SMS.');
  return { id: Number(id), stages: channels.map((channel) => ({ channel })) };
}

/** A timer of Node takes 24 days at most, and fires at once if it is given more. */
const mostSeconds = 86_400;

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && seconds >= 0.001 && seconds <= mostSeconds) return seconds * 1_000;
  throw new InvalidArgumentError(`Expected seconds, more than 0 and at most ${mostSeconds}.`);
}

function parseWhole(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number.');
}

function parseIds(text: string): readonly string[] {
  const ids = text.split(',').map((id) => id.trim());
  if (ids.every((id) => id !== '')) return ids;
  throw new InvalidArgumentError('Expected ids of scenarios, separated by commas.');
}

function parseListen(text: string): string {
  if (/^[^:/]+:\d{1,5}$/.test(text)) return text;
  throw new InvalidArgumentError('Expected HOST:PORT to listen on.');
}

const providerPhases = phases.filter((phase) => phase !== 'consumers');

function readPhase(name: string): Phase {
  const phase = providerPhases.find((each) => each === name.trim());
  if (phase !== undefined) return phase;
  const near = didYouMean(name, providerPhases);
  throw new InvalidArgumentError(`Unknown phase '${name}'${near}; phases: ${providerPhases.join(', ')}.`);
}

function parseUrls(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, parseUrl(text)];
}

function parseUrl(text: string): string {
  const { protocol = '' } = URL.canParse(text) ? new URL(text) : {};
  if (protocol === 'http:' || protocol === 'https:') return text;
  throw new InvalidArgumentError('Expected an http or https URL.');
}
