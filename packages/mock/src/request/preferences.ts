/** What a request asks the mock for in its `Prefer` header (RFC 7240); other preferences are ignored. */
export interface Preferences {
  /** `code=400`: the status of the response to show. */
  readonly code?: string;
  /** `example=text-not-specified`: the named example to show. */
  readonly example?: string;
  /** `callback=not-chattwo-user`: the status event to send afterwards. */
  readonly callback?: string;
}

/** One preference: a token, and perhaps a value, plain or quoted. Parameters after `;` are passed over. */
const preference = /^\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/;

/** Reads a `Prefer` header; of a preference given twice the first counts (RFC 7240 §2). */
export function readPreferences(header: string | readonly string[] | undefined): Preferences {
  const found = new Map<string, string>();
  for (const part of splitOutsideQuotes([header ?? []].flat().join(','))) {
    const [, name, quoted, plain] = preference.exec(part) ?? [];
    const key = name?.toLowerCase() ?? '';
    if (!found.has(key)) found.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
  }
  const { code, example, callback } = Object.fromEntries(found);
  return {
    ...(code === undefined ? {} : { code }),
    ...(example === undefined ? {} : { example }),
    ...(callback === undefined ? {} : { callback }),
  };
}

function splitOutsideQuotes(header: string): string[] {
  return header.match(/(?:"(?:[^"\\]|\\.)*"|[^,"]|")+/g) ?? [];
}
