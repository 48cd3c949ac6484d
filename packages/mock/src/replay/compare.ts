import { isObject } from '@cascade/validator';
import type { Answer } from './answer.ts';

/** What two sides have different; a side is absent if it has nothing there. */
export interface Difference {
  /** `status`, `title`, `detail`, `headers/…`, or a JSON pointer into the body. */
  readonly at: string;
  readonly one?: unknown;
  readonly other?: unknown;
}

/** Ids, times and secrets that two providers make each for itself. */
const ownMembers = new Set(['messageId', 'statusAt', 'hasNext', 'secret']);

/** What two answers to one request have different, without what a provider makes for itself. */
export function compareAnswers(one: Answer, other: Answer): readonly Difference[] {
  const isKept = one.body !== undefined && other.body !== undefined;
  const told = [
    ...compareValues(one.status, other.status, 'status'),
    ...(isKept ? compareValues(one.title, other.title, 'title') : []),
    ...(isKept ? compareValues(one.detail, other.detail, 'detail') : []),
  ];
  if (one.status !== other.status) return told;
  const headers = compareValues(comparableHeaders(one), comparableHeaders(other), 'headers');
  if (one.status >= 400) return [...told, ...headers];
  return [...told, ...headers, ...(isKept ? compareValues(one.body, other.body, '') : [])];
}

/** Without what a provider may choose: parameters, the order of a list, how long to wait. */
function comparableHeaders({ headers }: Answer) {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const allow = headers.allow?.split(',').map((each) => each.trim());
  return {
    'content-type': type,
    allow: allow?.toSorted().join(', '),
    'www-authenticate': headers['www-authenticate']?.split(' ')[0],
  };
}

/** The places in two JSON values that differ. */
export function compareValues(one: unknown, other: unknown, pointer: string): readonly Difference[] {
  if (Array.isArray(one) && Array.isArray(other)) {
    const length = Math.max(one.length, other.length);
    return Array.from({ length }, (_, at) => compareValues(one[at], other[at], `${pointer}/${at}`)).flat();
  }
  if (isObject(one) && isObject(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names]
      .filter((name) => !ownMembers.has(name))
      .flatMap((name) => compareValues(one[name], other[name], `${pointer}/${escaped(name)}`));
  }
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  return [{ at: pointer || 'body', one, other }];
}

/** A name as a part of a JSON pointer (RFC 6901). */
export function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

const most = 5;

/** Each difference in a line: `status: 200 ≠ 400`, or as `between` joins the two values. */
export function differencesInWords(
  differences: readonly Difference[],
  between: (one: string, other: string) => string,
): readonly string[] {
  const lines = differences
    .slice(0, most)
    .map(({ at, one, other }) => `${at}: ${between(quote(one), quote(other))}`);
  return differences.length > most ? [...lines, `and ${differences.length - most} more`] : lines;
}

function quote(value: unknown): string {
  const text =
    value === undefined ? 'nothing' : typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
