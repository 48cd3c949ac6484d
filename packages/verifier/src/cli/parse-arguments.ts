import { parseArgs } from 'node:util';
import { type Phase, phases } from '../scenario/scenario.ts';

/** What the command line asks for. */
export type CliArguments =
  | { readonly command: 'help' }
  | { readonly command: 'init'; readonly file: string }
  | {
      readonly command: 'receiver';
      readonly url: string;
      readonly secret?: string;
      readonly assumptions: boolean;
      readonly json?: string;
    }
  | {
      readonly command: 'verify';
      readonly profile: string;
      readonly target?: string;
      readonly phases?: readonly Phase[];
      readonly scenarios?: readonly string[];
      readonly seed?: number;
      readonly deep: boolean;
      readonly assumptions: boolean;
      readonly timeoutInMilliseconds: number;
      readonly json?: string;
    };

const options = {
  help: { type: 'boolean', short: 'h', default: false },
  target: { type: 'string' },
  profile: { type: 'string', default: 'provider.yaml' },
  phases: { type: 'string' },
  scenarios: { type: 'string' },
  seed: { type: 'string' },
  deep: { type: 'boolean', default: false },
  assumptions: { type: 'boolean', default: false },
  timeout: { type: 'string', default: '5' },
  json: { type: 'string' },
  secret: { type: 'string' },
} as const;

/** Reads the command line. @throws {Error} with a sentence for the user where it is wrong. */
export function parseArguments(args: readonly string[]): CliArguments {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [command, operand, ...more] = positionals;
  const { json, assumptions } = values;
  if (values.help) return { command: 'help' };
  if (more.length > 0) throw new Error(`I do not know what to do with '${more[0]}'.`);
  const report = json === undefined ? {} : { json };
  switch (command) {
    case 'init':
      return { command, file: operand ?? 'provider.yaml' };
    case 'receiver': {
      const { secret } = values;
      if (operand === undefined) throw new Error('receiver needs the URL of the receiver.');
      const url = checkUrl(operand);
      return { command, url, assumptions, ...report, ...(secret === undefined ? {} : { secret }) };
    }
    case undefined:
      return { ...verifyArguments(values), ...report };
    default:
      throw new Error(`There is no command '${command}'.`);
  }
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

function verifyArguments(values: Values): CliArguments & { command: 'verify' } {
  const { profile, deep, assumptions, target, scenarios } = values;
  return {
    command: 'verify',
    profile,
    deep,
    assumptions,
    timeoutInMilliseconds: readNumber('--timeout', values.timeout) * 1_000,
    ...(target === undefined ? {} : { target: checkUrl(target) }),
    ...(values.phases === undefined ? {} : { phases: values.phases.split(',').map(readPhase) }),
    ...(scenarios === undefined ? {} : { scenarios: scenarios.split(',') }),
    ...(values.seed === undefined ? {} : { seed: readNumber('--seed', values.seed) }),
  };
}

function readNumber(option: string, text: string): number {
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && Number.isFinite(number)) return number;
  throw new Error(`${option} must be a number, not '${text}'.`);
}

function readPhase(name: string): Phase {
  const phase = phases.find((each) => each === name.trim());
  if (phase !== undefined && phase !== 'consumers') return phase;
  throw new Error(`There is no phase '${name}'.`);
}

function checkUrl(text: string): string {
  const { protocol = '' } = URL.canParse(text) ? new URL(text) : {};
  if (protocol === 'http:' || protocol === 'https:') return text;
  throw new Error(`'${text}' is no http or https address.`);
}
