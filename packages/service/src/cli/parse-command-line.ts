import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { mostShards } from '../store/shard.ts';
import { UsageError } from './usage-error.ts';

const shared = {
  help: { type: 'boolean', short: 'h' },
  'database-url': { type: 'string' },
  data: { type: 'string' },
} as const;

/**
 * Parses the arguments after the name of a command: its own options, the shared options, and words.
 * @throws {UsageError} if an option is unknown or has no value, or if a word is missing or unexpected.
 */
export function parseCommandLine<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  words: readonly string[],
  options: Options,
) {
  const { values, positionals } = parseOrThrow(args, options);
  const missing = words[positionals.length];
  if (missing !== undefined) throw new UsageError(`<${missing}> is missing.`);
  const surplus = positionals[words.length];
  if (surplus !== undefined) throw new UsageError(`Unexpected argument ${surplus}.`);
  return { values, words: positionals };
}

function parseOrThrow<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options: { ...shared, ...options }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * The value of a required option.
 * @throws {UsageError}
 */
export function required(value: string | undefined, option: string): string {
  if (value === undefined || value === '') throw new UsageError(`--${option} is missing.`);
  return value;
}

/**
 * The label of a key: it must fit on one line.
 * @throws {UsageError}
 */
export function parseLabel(text: string): string {
  if (/^[^\p{Cc}]{1,100}$/u.test(text)) return text;
  throw new UsageError('--label takes 1 to 100 printable characters.');
}

/**
 * A positive number of minor units.
 * @throws {UsageError}
 */
export function parseAmount(text: string): number {
  const amount = Number(text);
  if (/^[0-9]+$/.test(text) && Number.isSafeInteger(amount) && amount > 0) return amount;
  throw new UsageError(`--amount takes whole minor units above zero, such as 5000, not ${text}.`);
}

/**
 * A whole number from 1.
 * @throws {UsageError}
 */
export function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^[0-9]{1,6}$/.test(text) && limit > 0) return limit;
  throw new UsageError(`--limit takes a number from 1 to 999999, not ${text}.`);
}

/**
 * A number of shards.
 * @throws {UsageError}
 */
export function parseShards(text: string): number {
  const shards = Number(text);
  if (/^[0-9]{1,2}$/.test(text) && shards > 0 && shards <= mostShards) return shards;
  throw new UsageError(`--shards takes a number from 1 to ${mostShards}, not ${text}.`);
}

/**
 * The number of a shard.
 * @throws {UsageError}
 */
export function parseShard(text: string): number {
  if (/^[0-9]{1,2}$/.test(text)) return Number(text);
  throw new UsageError(`--shard takes the number of a shard, not ${text}.`);
}

/**
 * The number of a callback registration.
 * @throws {UsageError}
 */
export function parseRegistration(text: string): number {
  if (/^[1-9][0-9]{0,14}$/.test(text)) return Number(text);
  throw new UsageError(
    `A registration is a number of cascade-service callbacks list, such as 7, not ${text}.`,
  );
}

/**
 * An id as the service prints it.
 * @throws {UsageError}
 */
export function parseId(text: string, option: string): string {
  if (/^[^\p{Cc}]{1,200}$/u.test(text)) return text;
  throw new UsageError(`--${option} takes an id of 1 to 200 printable characters.`);
}

/**
 * Why an operator does something: it must fit on one line.
 * @throws {UsageError}
 */
export function parseReason(text: string): string {
  if (/^[^\p{Cc}]{1,200}$/u.test(text) && text !== '410') return text;
  throw new UsageError('--reason takes 1 to 200 printable characters.');
}

/**
 * An instant in ISO 8601. The offset is required, so that no time zone is guessed.
 * @throws {UsageError}
 */
export function parseInstant(text: string, option: string): Date {
  const instant = new Date(text);
  const hasOffset = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  if (hasOffset && !Number.isNaN(instant.getTime())) return instant;
  throw new UsageError(`--${option} takes a time such as 2026-12-31T00:00:00Z, not ${text}.`);
}
