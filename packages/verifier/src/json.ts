/** A JSON object as parsed: nothing is known of its members. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON that is sent has none (RFC 8259 §8.1). */
export const byteOrderMark = '\ufeff';

/**
 * The parsed value, or undefined where the text is not JSON, or nested more deeply than what walks it can
 * bear. A reader may ignore a byte order mark, so that what is behind it is judged as well.
 */
export function parseJson(text: string): unknown {
  try {
    const json = text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
    return json.length > mostDepth && depthOf(json) > mostDepth ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}

const mostDepth = 1_000;

/** The most brackets that are open at once, those within strings included. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    most = Math.max(most, depth);
  }
  return most;
}

/** The code of a problem (§2.4); undefined if the text has none. */
export function titleIn(text: string): string | undefined {
  const body = parseJson(text);
  return isObject(body) && typeof body.title === 'string' ? body.title : undefined;
}

/** Every string within a JSON value, at any depth. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
