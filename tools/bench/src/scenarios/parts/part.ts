import { type Bed, withBed } from '../../harness/bed.ts';
import { compareTurns } from '../../harness/statistics.ts';

/** A part of the product that is compared with a peer or with a limit, in turns. */
export interface ComparedPart {
  /** As in `--only`. */
  readonly name: string;
  /** What both sides do in a turn. */
  readonly says: string;
  readonly peer: string;
  /** What is read off a turn, by name. */
  readonly figures: Readonly<Record<string, Figure>>;
  /** Starts what both sides need, which ends with the bed; returns why it cannot if the peer is absent. */
  prepare(conditions: Conditions, bed: Bed): Promise<PreparedSides | Absent>;
}

/** A quantity with its unit. */
interface Figure {
  readonly says: string;
  readonly unit: 'a second' | 'µs' | 'ms' | 's';
  readonly better: 'higher' | 'lower';
}

/** How long and how often a turn measures: less for a smoke test, whose figures mean little. */
export interface Conditions {
  seconds(usual: number): number;
  times(usual: number): number;
}

/** The figures of one turn, by name; of a part with one figure, that alone. */
export type MeasuredTurn = () => Promise<Readonly<Record<string, number>> | number>;

/** Two sides that are ready. */
export interface PreparedSides {
  readonly ours: MeasuredTurn;
  readonly peer: MeasuredTurn;
}

/** Why the part is skipped, in one line. */
export interface Absent {
  readonly absent: string;
}

/** A figure of a part, as in the result file. */
export type Row = ReturnType<typeof rowsOf>[number];

type Figures = Awaited<ReturnType<MeasuredTurn>>;

interface PartOptions {
  readonly conditions: Conditions;
  readonly turns: number;
  readonly signal: AbortSignal;
  /** Called after each turn, from 1. */
  readonly onTurn: (turn: number) => void;
}

/**
 * Measures a part in turns: ours, peer, peer, ours, and so on, so that neither side always follows the other.
 * @throws the reason of the signal between two measurements; what was started has ended then.
 */
export function runPart(part: ComparedPart, options: PartOptions): Promise<readonly Row[] | Absent> {
  return withBed(async (bed) => {
    const prepared = await part.prepare(options.conditions, bed);
    return 'absent' in prepared ? prepared : rowsOf(part, await takeTurns(prepared, options));
  });
}

async function takeTurns(
  { ours, peer }: PreparedSides,
  { turns, signal, onTurn }: PartOptions,
): Promise<readonly { readonly ours: Figures; readonly peer: Figures }[]> {
  const taken: { ours: Figures; peer: Figures }[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    const isFirst = turn % 2 === 1;
    signal.throwIfAborted();
    const first = await (isFirst ? ours() : peer());
    signal.throwIfAborted();
    const second = await (isFirst ? peer() : ours());
    taken.push(isFirst ? { ours: first, peer: second } : { ours: second, peer: first });
    onTurn(turn);
  }
  return taken;
}

function rowsOf(
  { name, says, peer, figures }: ComparedPart,
  turns: readonly { readonly ours: Figures; readonly peer: Figures }[],
) {
  return Object.entries(figures).map(([figure, { says: what, unit, better }]) => {
    const figureOf = (side: Figures) => (typeof side === 'number' ? side : (side[figure] ?? Number.NaN));
    const compared = compareTurns(
      turns.map((turn) => ({ ours: figureOf(turn.ours), peer: figureOf(turn.peer) })),
      better,
    );
    // The ratio is 2 if ours is twice as good as the peer, 0.5 if half as good: the median of the turns.
    return { name: `${name}: ${what}`, says, against: peer, unit, better, ...compared };
  });
}
