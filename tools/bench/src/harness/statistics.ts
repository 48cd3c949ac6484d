/** The value in the middle; the lower of two. NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
}

/** Rounded to `digits` significant digits: 1,234.5 to 1,230, 0.012345 to 0.0123. */
export function significant(value: number, digits = 3): number {
  return Number(value.toPrecision(digits));
}

/**
 * Compares the turns pair by pair, because the speed of a shared machine changes from one moment to the next.
 */
export function compareTurns(
  turns: readonly { readonly ours: number; readonly peer: number }[],
  better: 'higher' | 'lower',
) {
  const ratios = turns.map(({ ours, peer }) => (better === 'higher' ? ours / peer : peer / ours));
  return {
    // Medians; the ratio is 2 if ours is twice as good as the peer, 0.5 if half as good.
    ours: significant(median(turns.map(({ ours }) => ours))),
    peer: significant(median(turns.map(({ peer }) => peer))),
    ratio: significant(median(ratios)),
    ratios: ratios.map((ratio) => significant(ratio)),
  };
}

/** The value below which a share of the sorted values lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Rounded to two decimals. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Milliseconds as seconds, to a hundredth. */
export function seconds(milliseconds: number): number {
  return round(milliseconds / 1_000);
}

/** Milliseconds as seconds, to a tenth. */
export function tenths(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}

export function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/** The sums of figures of the same kind, member by member. */
export function sums<Figures extends object>(all: readonly Figures[]): Figures {
  const keys = Object.keys(all[0] ?? {});
  return Object.fromEntries(
    keys.map((key) => [key, sum(all.map((one) => Number(Reflect.get(one, key))))]),
  ) as Figures;
}

/** The median of times and what 99 of 100 take at most, as result files name them. */
export function latency(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  return {
    p50Milliseconds: round(quantile(sorted, 0.5)),
    p99Milliseconds: round(quantile(sorted, 0.99)),
  };
}

/** How times are spread; of none, the number alone. */
export function spreadOf(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  if (sorted.length === 0) return { count: 0 };
  return {
    count: sorted.length,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    most: sorted.at(-1),
  };
}

/** The longest time without an event between two instants, in the unit of the times. */
export function longestGap(times: readonly number[], from: number, to: number): number {
  const within = [from, ...times.filter((at) => at > from && at < to).sort((a, b) => a - b), to];
  return Math.max(...within.slice(1).map((at, index) => at - (within[index] ?? at)));
}

/**
 * The median of figures of the same kind, member by member: of numbers, to hundredths, and of objects of
 * them.
 */
export function medians<Figures extends object>(all: readonly Figures[]): Figures {
  const [first] = all;
  if (first === undefined) throw new RangeError('expected at least one measurement, found none');
  return Object.fromEntries(
    Object.keys(first).map((key) => {
      const values: unknown[] = all.map((figures) => Reflect.get(figures, key));
      const isNumbers = values.every((value) => typeof value === 'number');
      return [key, isNumbers ? round(median(values)) : medians(values.filter(isObject))];
    }),
  ) as Figures;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The throughput of concurrent callers, each of which waits for its answer before the next call. */
export type Load = Awaited<ReturnType<typeof load>>;

/**
 * Runs `once` in `callers` concurrent loops: a warm-up for a third of the time first, then the measurement.
 */
export async function load(callers: number, duration: number, once: () => Promise<unknown>) {
  const before = await run(callers, duration / 3, once);
  const times = await run(callers, duration, once);
  return {
    /** Those of the warm-up included. */
    calls: before.length + times.length,
    perSecond: Math.round(times.length / duration),
    ...latency(times),
  };
}

async function run(callers: number, duration: number, once: () => Promise<unknown>): Promise<number[]> {
  const end = performance.now() + duration * 1_000;
  const times: number[] = [];
  const caller = async () => {
    while (performance.now() < end) {
      const begin = performance.now();
      await once();
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return times;
}
