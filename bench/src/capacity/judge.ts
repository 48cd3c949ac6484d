import type { Outcome } from './simulate.ts';

export type Resource = keyof Outcome['busy'];

/** Whether the plant keeps up with its load, and which resource is nearest to its limit or past it. */
export interface Verdict {
  readonly keepsUp: boolean;
  readonly busiest: Resource;
}

/** If less than this share of the offered cascades end, the plant does not keep up. */
const enough = 0.95;

export function judge({ offeredPerSecond, endedPerSecond, busy }: Outcome): Verdict {
  const resources = Object.entries(busy).sort(([, a], [, b]) => b - a);
  const [busiest] = resources.flatMap(([name]) => (isResource(name) ? [name] : []));
  return { keepsUp: endedPerSecond >= offeredPerSecond * enough, busiest: busiest ?? 'replicas' };
}

function isResource(name: string): name is Resource {
  return ['replicas', 'database', 'log', 'receiver', 'accounts'].includes(name);
}
