import type { Change } from '../change.ts';

/** Where the values of a schema travel. The same change may break one direction only. */
export type Direction = 'requests' | 'answers' | 'callbacks' | 'answers to callbacks';

/** A change that Redocly reports, and the direction of the operation that it reports it for. */
export interface Judged {
  readonly change: Change;
  readonly direction: Direction | undefined;
}

/** The direction of a place of Redocly's report, which goes through operations; `undefined` outside of them. */
export function directionOf(subject: 'openapi' | 'asyncapi', path: string): Direction | undefined {
  if (subject === 'asyncapi') return 'callbacks';
  const [, first, part] = /^#\/(paths|webhooks)\/[^/]+\/[^/]+\/(\w+)/.exec(path) ?? [];
  if (first === 'paths') return part === 'responses' ? 'answers' : 'requests';
  if (first === 'webhooks') return part === 'responses' ? 'answers to callbacks' : 'callbacks';
  return undefined;
}

/** Each change once, with the directions in which it counts. */
export function inEachDirection(judged: readonly Judged[]): Change[] {
  const found = new Map<string, { readonly change: Change; readonly directions: Set<Direction> }>();
  for (const { change, direction } of judged) {
    const key = JSON.stringify(change);
    const entry = found.get(key) ?? { change, directions: new Set() };
    if (direction !== undefined) entry.directions.add(direction);
    found.set(key, entry);
  }
  return [...found.values()].map(({ change, directions }) =>
    directions.size === 0 ? change : { ...change, says: `in ${inWords([...directions])}: ${change.says}` },
  );
}

function inWords(directions: readonly Direction[]): string {
  const last = directions.at(-1) ?? '';
  return directions.length === 1 ? last : `${directions.slice(0, -1).join(', ')} and ${last}`;
}
