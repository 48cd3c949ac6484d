import { setTimeout } from 'node:timers/promises';
import type { Injury, Victims } from './injuries.ts';

/** The injuries of a run. */
export interface Injected {
  readonly times: ReadonlyMap<string, number>;
  /** Those that could not be injected, or did not end as they should. */
  readonly failures: readonly string[];
  /** How many are under way. */
  underWay(): number;
  /** Resolves when no more are injected and the last is over. */
  readonly ended: Promise<void>;
}

export interface Plan {
  /** Of the monotonic clock: no new ones from then on. */
  readonly until: number;
  /** Milliseconds between two, at random. */
  readonly pauses: readonly [number, number];
  /** Milliseconds that one lasts, at random. */
  readonly lasts: readonly [number, number];
  readonly say: (line: string) => void;
}

/** One injury after the other, at random. */
export function inject(
  injuries: Readonly<Record<string, Injury>>,
  victims: Victims,
  { until, pauses, lasts, say }: Plan,
): Injected {
  const times = new Map<string, number>();
  const failures: string[] = [];
  const { random } = victims;
  const between = ([least, most]: readonly [number, number]) => least + random() * (most - least);
  let underWay = 0;

  async function work(): Promise<void> {
    const names = Object.keys(injuries);
    for (;;) {
      await setTimeout(between(pauses));
      if (performance.now() > until) return;
      const name = names[Math.floor(random() * names.length)] ?? '';
      const milliseconds = Math.round(between(lasts));
      times.set(name, (times.get(name) ?? 0) + 1);
      say(`${name}, ${milliseconds} ms`);
      underWay += 1;
      await injuries[name]?.(victims, milliseconds).catch((error: unknown) => {
        failures.push(name);
        say(`${name} failed: ${String(error)}`);
      });
      underWay -= 1;
    }
  }

  return { times, failures, underWay: () => underWay, ended: work() };
}
