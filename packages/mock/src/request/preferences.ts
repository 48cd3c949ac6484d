import { defined } from '../defined.ts';

/** The preferences of a `Prefer` header (RFC 7240) that the mock knows; it ignores others. */
export interface Preferences {
  /** `code=400`: the status of the response to show. */
  readonly code?: string;
  /** `example=text-not-specified`: the named example to show. */
  readonly example?: string;
  /** `callback=not-chattwo-user`: the status event to send after the answer. */
  readonly callback?: string;
}

/** One preference: a token, optionally with a plain or quoted value. Parameters after `;` are ignored. */
const preference = /^\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/;

/** Reads a `Prefer` header; the first of two equal preferences counts (RFC 7240 §2). */
export function readPreferences(header: string | readonly string[] | undefined): Preferences {
  const found = new Map<string, string>();
  for (const part of splitOutsideQuotes([header ?? []].flat().join(','))) {
    const [, name, quoted, plain] = preference.exec(part) ?? [];
    const key = name?.toLowerCase() ?? '';
    if (!found.has(key)) found.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
  }
  const { code, example, callback } = Object.fromEntries(found);
  return defined({ code, example, callback });
}

function splitOutsideQuotes(header: string): string[] {
  return header.match(/(?:"(?:[^"\\]|\\.)*"|[^,"]|")+/g) ?? [];
}
