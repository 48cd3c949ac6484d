import { InvalidArgumentError, Option } from 'commander';
import type { CliOutput } from './terminal.ts';

/** 0 conformant, 1 non-conformant, 2 could not judge. */
export type ExitCode = 0 | 1 | 2;

/** What a command gets of the process, and how it ends. */
export interface Cli {
  readonly terminal: CliOutput;
  /** Interrupts it. */
  readonly signal?: AbortSignal;
  end(code: ExitCode): void;
}

/** Options that several commands have. */
export const option = {
  target: () =>
    new Option('--target <url>', 'base address; default: target of the profile').argParser(parseBase),
  profile: () => new Option('--profile <file>', 'profile of the provider').default('profile.yaml'),
  key: () =>
    new Option(
      '--key <key>',
      'a valid key, in place of keys.good; other users of the machine may see it, unlike a variable of the environment',
    ).argParser(parseKey),
  docs: () =>
    new Option('--docs <url>', 'base address of a portal (cascade-docs): clauses link to it').argParser(
      parseUrl,
    ),
  baseline: () =>
    new Option(
      '--baseline <file>',
      'findings that are known (profiles/known.yaml): only others fail the run',
    ),
  address: () => new Option('--address <text>', 'where the messages go').default('+12025550199'),
  secret: (what: string) => new Option('--secret <whsec_…>', what).argParser(parseSecret),
  assumptions: () => new Option('--assumptions', 'check assumed behaviour as well'),
  /** Read as milliseconds. */
  seconds: (flag: string, what: string, otherwise: number) =>
    new Option(`${flag} <seconds>`, what)
      .argParser(parseSeconds)
      .default(otherwise * 1_000, String(otherwise)),
};

/** A timer of Node takes 24 days at most, and fires at once if it is given more. */
const mostSeconds = 86_400;

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && seconds >= 0.001 && seconds <= mostSeconds) return seconds * 1_000;
  throw new InvalidArgumentError(`Expected seconds, more than 0 and at most ${mostSeconds}.`);
}

/** Takes a text that matches, and says what it expected of any other. */
export const parseBy = (pattern: RegExp, expected: string) => (text: string) => {
  if (pattern.test(text)) return text;
  throw new InvalidArgumentError(expected);
};

const parseSecret = parseBy(
  /^(whsec_)?([A-Za-z\d+/]{4})*([A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/,
  'Expected whsec_ and base64.',
);

/** What a header can carry. */
export const parseKey = parseBy(
  /^[!-~]([ -~]*[!-~])?$/,
  'Expected printable ASCII without blanks around it.',
);

export function parseWhole(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number.');
}

/** Paths are added to it, so a user, a query and a fragment would be lost. */
function parseBase(text: string): string {
  const { username, search, hash } = new URL(parseUrl(text));
  if (username + search + hash === '') return text;
  throw new InvalidArgumentError('Expected a base address without a user, a query or a fragment.');
}

export function parseUrl(text: string): string {
  const { protocol = '' } = URL.canParse(text) ? new URL(text) : {};
  if (protocol === 'http:' || protocol === 'https:') return text;
  throw new InvalidArgumentError('Expected an http or https URL.');
}
