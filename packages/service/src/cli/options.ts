import { InvalidArgumentError, Option } from '@commander-js/extra-typings';

/** The command line is invalid; the message says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Options that several commands have. */
export const options = {
  databaseUrl: new Option('--database-url <url>', 'a PostgreSQL server; the variable DATABASE_URL if absent'),
  data: new Option(
    '--data <folder>',
    "the data folder of the service's own PostgreSQL, used without a URL; if that server is already running, the command connects to it",
  ),
  account: new Option('--account <name>', 'the account').argParser(notEmpty).makeOptionMandatory(),
  json: new Option('--json', 'for programs'),
} as const;

function notEmpty(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It is empty.');
}

/** Parses a whole number between two bounds, written without a sign. */
export function numberIn(from: number, to: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^[0-9]{1,16}$/.test(text) && number >= from && number <= to) return number;
    throw new InvalidArgumentError(`Expected a number from ${from} to ${to}.`);
  };
}

/** Of events or messages. */
export const parseLimit = numberIn(1, 999_999);

/** The number of a callback registration, as `callbacks list` shows it. */
export const parseRegistration = numberIn(1, 999_999_999_999_999);

/** A positive number of minor units. */
export const parseAmount = numberIn(1, Number.MAX_SAFE_INTEGER);

/** Parses a text that fits on one line. */
export function lineOf(length: number): (text: string) => string {
  return (text) => {
    if (new RegExp(`^[^\\p{Cc}]{1,${length}}$`, 'u').test(text)) return text;
    throw new InvalidArgumentError(`Expected 1 to ${length} printable characters.`);
  };
}

/** An id as the service prints it. */
export const parseId = lineOf(200);

/** Parses the address of a site; its form is kept. */
export function parseWebUrl(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new InvalidArgumentError('Expected an http or https URL.');
}

/** An instant in ISO 8601. The offset is required, so that no time zone is guessed. */
export function parseInstant(text: string): Date {
  const instant = new Date(text);
  const hasOffset = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  if (hasOffset && !Number.isNaN(instant.getTime())) return instant;
  throw new InvalidArgumentError('Expected a time with an offset, such as 2026-12-31T00:00:00Z.');
}
