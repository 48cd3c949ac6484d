import { isObject } from '@cascade/validator';
import type { Answer } from './send.ts';

/** Ids and times that two providers give each for itself. */
const ownMembers = new Set(['messageId', 'statusAt', 'hasNext']);
const most = 5;

/** What two answers to one request have different: status, title, detail, or the members of the body. */
export function differences(one: Answer, other: Answer): string[] {
  const told = (['status', 'title', 'detail'] as const).flatMap((name) =>
    one[name] === other[name] ? [] : [`${name}: ${quote(one[name])} ≠ ${quote(other[name])}`],
  );
  if (told.length > 0 || one.status >= 400) return told;
  const places = differentPlaces(one.body, other.body, '');
  const rest = places.length > most ? [`and ${places.length - most} more`] : [];
  return [...places.slice(0, most), ...rest];
}

function differentPlaces(one: unknown, other: unknown, pointer: string): string[] {
  if (Array.isArray(one) && Array.isArray(other)) {
    const length = Math.max(one.length, other.length);
    return Array.from({ length }, (_, at) => differentPlaces(one[at], other[at], `${pointer}/${at}`)).flat();
  }
  if (isObject(one) && isObject(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names]
      .filter((name) => !ownMembers.has(name))
      .flatMap((name) => differentPlaces(one[name], other[name], `${pointer}/${name}`));
  }
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  return [`${pointer || 'body'}: ${quote(one)} ≠ ${quote(other)}`];
}

function quote(value: unknown): string {
  const text =
    value === undefined ? 'nothing' : typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
