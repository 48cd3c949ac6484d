/** How a file may be sent. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** The encoding for an `Accept-Encoding` (RFC 9110, 12.5.3): the one with the greatest weight, `br` before `gzip`. */
export function encodingFor(accepted: string | readonly string[] | undefined): Encoding {
  const weights = new Map(
    String(accepted ?? '')
      .split(',')
      .map(weightOf),
  );
  const offered: readonly Encoding[] = ['br', 'gzip'];
  const weigh = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best = 'identity'] = offered.filter((one) => weigh(one) > 0).toSorted((a, b) => weigh(b) - weigh(a));
  return weigh(best) >= (weights.get('identity') ?? 0) ? best : 'identity';
}

function weightOf(item: string): readonly [name: string, weight: number] {
  const [name = '', ...parameters] = item.toLowerCase().split(';');
  const weight = parameters.map((one) => /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/.exec(one)?.[1]).find(Boolean);
  return [name.trim(), weight === undefined ? 1 : Number(weight)];
}

/** Whether the client has the current state (RFC 9110, 13.1.2): its tags are compared weakly. */
export function isNotModified(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((one) => one.replace(/^W\//, '') === tag);
}
