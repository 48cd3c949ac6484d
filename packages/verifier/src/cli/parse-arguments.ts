import { parseArgs } from 'node:util';
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
  | { readonly command: 'help' }
  | InitArguments
  | GatewayArguments
  | HistoryArguments
  | ReplayArguments
  | ReportArguments
  | RunArguments;

const options = {
  help: { type: 'boolean', short: 'h', default: false },
  target: { type: 'string' },
  profile: { type: 'string', default: 'profile.yaml' },
  phases: { type: 'string' },
  scenarios: { type: 'string' },
  seed: { type: 'string' },
  deep: { type: 'boolean', default: false },
  fast: { type: 'boolean', default: false },
  assumptions: { type: 'boolean', default: false },
  timeout: { type: 'string', default: '5' },
  grace: { type: 'string', default: '10' },
  'no-setup-check': { type: 'boolean', default: false },
  json: { type: 'string' },
  junit: { type: 'string' },
  sarif: { type: 'string' },
  html: { type: 'string' },
  badge: { type: 'string' },
  shields: { type: 'string' },
  docs: { type: 'string' },
  report: { type: 'string', default: 'report.json' },
  secret: { type: 'string' },
  authorization: { type: 'string' },
  receipts: { type: 'string' },
  address: { type: 'string', default: '+12025550199' },
  channel: { type: 'string', default: 'SMS' },
  wait: { type: 'string', default: '30' },
  for: { type: 'string', default: '10s' },
  svg: { type: 'string' },
  key: { type: 'string' },
  cascade: { type: 'string', multiple: true },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

/** Reads the command line. @throws {Error} that says what is wrong with it. */
export function parseArguments(args: readonly string[]): CliArguments {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [command, operand, ...more] = positionals;
  if (values.help) return { command: 'help' };
  if (command === 'client') return clientArguments(positionals.slice(1), values);
  if (command === 'history') return historyArguments(positionals.slice(1), values);
  if (more.length > 0) throw new Error(`unexpected argument '${more[0]}'`);
  switch (command) {
    case 'init':
      return initArguments(operand ?? 'profile.yaml', values);
    case 'receiver':
      if (operand === undefined) throw new Error('receiver: the URL of the receiver is missing');
      return {
        command,
        url: checkUrl(operand),
        ...secretOf(values),
        ...reporting(values),
        assumptions: values.assumptions,
      };
    case 'gateway':
      if (operand === undefined) throw new Error('gateway: the URL of the gateway is missing');
      return gatewayArguments(operand, values);
    case 'replay':
      if (operand === undefined) throw new Error('replay: the id of a finding is missing');
      return replayArguments(operand, values);
    case 'report':
      return reportArguments(operand ?? 'report.json', values);
    case undefined:
      return verifyArguments(values);
    default:
      throw new Error(
        `unknown command '${command}'; commands: client, gateway, history, init, receiver, replay, report`,
      );
  }
}

function initArguments(file: string, { target, key, address, cascade = [] }: Values): InitArguments {
  if ((target === undefined) !== (key === undefined))
    throw new Error('init: pass --target and --key together, or neither for the template');
  const found = defined({ target: target === undefined ? undefined : checkUrl(target), key });
  return { command: 'init', file, ...found, address, cascades: cascade.map(readCascade) };
}

function readCascade(text: string): ProfileCascade {
  const [id = '', names = ''] = text.split('=');
  const channels = names.split(',').filter(isChannel);
  if (!/^\d+$/.test(id) || channels.length !== names.split(',').length)
    throw new Error(`--cascade: expected an id and its channels, as in 31634=CHATONE,SMS, found '${text}'`);
  return { id: Number(id), stages: channels.map((channel) => ({ channel })) };
}

function verifyArguments(values: Values): VerifyArguments {
  const { profile, deep, fast, scenarios } = values;
  if (deep && fast) throw new Error('pass either --deep or --fast');
  return {
    command: 'verify',
    profile,
    deep,
    fast,
    assumptions: values.assumptions,
    ...reporting(values),
    ...exchange(values),
    graceInMilliseconds: readNumber('--grace', values.grace) * 1_000,
    setupCheck: !values['no-setup-check'],
    ...defined({
      phases: values.phases?.split(',').map(readPhase),
      scenarios: scenarios?.split(','),
      seed: values.seed === undefined ? undefined : readNumber('--seed', values.seed),
    }),
  };
}

function clientArguments(program: readonly string[], values: Values): ClientArguments {
  if (program.length === 0)
    throw new Error('client: the program is missing, as in cascade-verify client -- node send.js');
  const waitInMilliseconds = readNumber('--wait', values.wait) * 1_000;
  return { command: 'client', program, waitInMilliseconds, ...reporting(values) };
}

function gatewayArguments(url: string, values: Values): GatewayArguments {
  const { authorization, receipts, secret, address, channel, wait } = values;
  if (receipts !== undefined && !/^[^:/]+:\d{1,5}$/.test(receipts))
    throw new Error(`--receipts: expected HOST:PORT to listen on, found '${receipts}'`);
  const waitInMilliseconds = readNumber('--wait', wait) * 1_000;
  return {
    command: 'gateway',
    url: checkUrl(url),
    address,
    channel,
    waitInMilliseconds,
    ...defined({ authorization, receipts, secret }),
  };
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

function historyArguments(urls: readonly string[], values: Values): HistoryArguments {
  const { profile, svg, seed, timeout } = values;
  const [, number, unit = ''] = /^(\d+)([smh])$/.exec(values.for) ?? [];
  const seconds = Number(number) * (secondsOf[unit] ?? 0);
  if (!(seconds > 0)) throw new Error(`--for: expected a time as in 10s, 5m or 2h, found '${values.for}'`);
  const timeoutInMilliseconds = readNumber('--timeout', timeout) * 1_000;
  const given = defined({ svg, seed: seed === undefined ? undefined : readNumber('--seed', seed) });
  return {
    command: 'history',
    profile,
    targets: urls.map(checkUrl),
    seconds,
    timeoutInMilliseconds,
    ...given,
  };
}

function replayArguments(id: string, values: Values): ReplayArguments {
  const { profile, report } = values;
  return {
    command: 'replay',
    id,
    report,
    profile,
    ...docsOf(values),
    ...exchange(values),
    ...secretOf(values),
  };
}

function reportArguments(file: string, values: Values): ReportArguments {
  const written = reporting(values);
  if (Object.keys(written.outputs).length === 0)
    throw new Error('report: name what to write, for instance --badge badge.svg or --html report.html');
  return { command: 'report', file, profile: values.profile, ...written };
}

function exchange({ target, timeout }: Values) {
  const timeoutInMilliseconds = readNumber('--timeout', timeout) * 1_000;
  return { timeoutInMilliseconds, ...(target === undefined ? {} : { target: checkUrl(target) }) };
}

function secretOf({ secret }: Values) {
  return defined({ secret });
}

function reporting(values: Values): Reporting {
  const chosen = outputFormats.flatMap((format) => {
    const file = values[format];
    return file === undefined ? [] : [[format, file] as const];
  });
  if (chosen.filter(([, file]) => file === '-').length > 1)
    throw new Error('only one report can be written to the standard output (-)');
  return { outputs: Object.fromEntries(chosen), ...docsOf(values) };
}

function docsOf({ docs }: Values) {
  return docs === undefined ? {} : { docs: checkUrl(docs) };
}

function readNumber(option: string, text: string): number {
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && Number.isFinite(number)) return number;
  throw new Error(`${option}: expected a number, found '${text}'`);
}

const providerPhases = phases.filter((phase) => phase !== 'consumers');

function readPhase(name: string): Phase {
  const phase = providerPhases.find((each) => each === name.trim());
  if (phase !== undefined) return phase;
  throw new Error(`--phases: unknown phase '${name}'; phases: ${providerPhases.join(', ')}`);
}

function checkUrl(text: string): string {
  const { protocol = '' } = URL.canParse(text) ? new URL(text) : {};
  if (protocol === 'http:' || protocol === 'https:') return text;
  throw new Error(`expected an http or https URL, found '${text}'`);
}
