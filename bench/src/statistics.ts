/** The value in the middle; the lower of two. NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
}

/** Rounded to `digits` significant digits: 1,234.5 to 1,230, 0.012345 to 0.0123. */
export function significant(value: number, digits = 3): number {
  return Number(value.toPrecision(digits));
}

/** Two sides measured in turns. */
export interface Compared {
  /** Medians. */
  readonly ours: number;
  readonly peer: number;
  /** The median of the ratios of the turns: 2 if ours is twice as good as the peer, 0.5 if half as good. */
  readonly ratio: number;
  /** Of each turn. */
  readonly ratios: readonly number[];
}

/** Compares the turns pair by pair, because the speed of a shared machine changes from one moment to the next. */
export function compareTurns(
  turns: readonly { readonly ours: number; readonly peer: number }[],
  better: 'higher' | 'lower',
): Compared {
  const ratios = turns.map(({ ours, peer }) => (better === 'higher' ? ours / peer : peer / ours));
  return {
    ours: significant(median(turns.map(({ ours }) => ours))),
    peer: significant(median(turns.map(({ peer }) => peer))),
    ratio: significant(median(ratios)),
    ratios: ratios.map((ratio) => significant(ratio)),
  };
}
