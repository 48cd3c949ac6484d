import { marks } from './shot.ts';

/** What was heard during an attack. */
export interface Tally {
  readonly requests: number;
  readonly connections: number;
  /** By problem, or by status. */
  readonly answers: Readonly<Record<string, number>>;
  /** Requests by kind of attack. */
  readonly kinds: Readonly<Record<string, number>>;
  /** How often each fault was found, by kind of attack. */
  readonly faults: Readonly<Record<string, number>>;
  readonly longestAnswerMilliseconds: number;
}

export function createTally() {
  const counts = {
    answers: new Map<string, number>(),
    kinds: new Map<string, number>(),
    faults: new Map<string, number>(),
  };
  let requests = 0;
  let connections = 0;
  let longest = 0;
  const add = (to: Map<string, number>, name: string, count = 1) => to.set(name, (to.get(name) ?? 0) + count);
  return {
    fired(kind: string, count: number) {
      requests += count;
      connections += 1;
      add(counts.kinds, kind, count);
    },
    heard(names: readonly string[], milliseconds: number) {
      for (const name of names) add(counts.answers, name);
      longest = Math.max(longest, milliseconds);
    },
    fault: (kind: string, fault: string) => add(counts.faults, `${kind}: ${fault}`),
    read: (): Tally => ({
      requests,
      connections,
      answers: Object.fromEntries([...counts.answers].sort(([, a], [, b]) => b - a)),
      kinds: Object.fromEntries(counts.kinds),
      faults: Object.fromEntries(counts.faults),
      longestAnswerMilliseconds: Math.round(longest),
    }),
  };
}

/** What must not be in the log, as often as it is there. */
export function findLeaks(log: string, more: readonly string[]): Readonly<Record<string, number>> {
  const secrets = [...Object.values(marks), marks.address.slice(1), ...more];
  return Object.fromEntries(
    secrets.flatMap((secret) => {
      const times = log.split(secret).length - 1;
      return times === 0 ? [] : [[secret, times]];
    }),
  );
}
