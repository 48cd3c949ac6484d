/** A part of the product that is compared with a peer or with a limit, in turns. */
export interface Part {
  /** As in `--only`. */
  readonly name: string;
  /** What both sides do in a turn. */
  readonly says: string;
  readonly peer: string;
  /** What is read off a turn, by name. */
  readonly figures: Readonly<Record<string, Figure>>;
  /** Starts what both sides need; returns why it cannot if the peer is absent. */
  prepare(conditions: Conditions): Promise<Prepared | Absent>;
}

/** A quantity with its unit. */
export interface Figure {
  readonly says: string;
  readonly unit: 'a second' | 'µs' | 'ms' | 's';
  readonly better: 'higher' | 'lower';
}

export interface Conditions {
  /** Shorter turns, for a smoke test: the figures mean little. */
  readonly isQuick: boolean;
  /** Seconds that a turn may measure for, fewer if quick. */
  seconds(usual: number): number;
  /** How often a turn repeats, less if quick. */
  times(usual: number): number;
}

/** The figures of one turn. */
export type Turn = () => Promise<Readonly<Record<string, number>>>;

/** Two sides that are ready. */
export interface Prepared {
  readonly ours: Turn;
  readonly peer: Turn;
  close(): Promise<void>;
}

/** Why the part is skipped, in one line. */
export interface Absent {
  readonly absent: string;
}

/** A figure of a part, as in the result file. */
export interface Row {
  /** The name of the part and of the figure. */
  readonly name: string;
  readonly says: string;
  readonly against: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  readonly ours: number;
  readonly peer: number;
  /** 2 if ours is twice as good as the peer, 0.5 if half as good: the median of the turns. */
  readonly ratio: number;
  readonly ratios: readonly number[];
}
