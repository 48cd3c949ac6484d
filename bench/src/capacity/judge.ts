import type { Outcome } from './simulate.ts';

export type Resource = keyof Outcome['busy'];

/** Whether it keeps up, and which resource is the nearest to its end, or past it. */
export interface Verdict {
  readonly keepsUp: boolean;
  readonly busiest: Resource;
}

/** Less than this share of what is offered ends: it does not keep up. */
const enough = 0.95;

export function judge({ offeredPerSecond, endedPerSecond, busy }: Outcome): Verdict {
  const resources = Object.entries(busy).sort(([, a], [, b]) => b - a);
  const [busiest] = resources.flatMap(([name]) => (isResource(name) ? [name] : []));
  return { keepsUp: endedPerSecond >= offeredPerSecond * enough, busiest: busiest ?? 'replicas' };
}

function isResource(name: string): name is Resource {
  return ['replicas', 'database', 'log', 'receiver', 'accounts'].includes(name);
}
