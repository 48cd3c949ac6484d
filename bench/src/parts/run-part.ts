import { compareTurns } from '../statistics.ts';
import type { Absent, Conditions, Part, Prepared, Row } from './part.ts';

type Figures = Readonly<Record<string, number>>;

export interface PartOptions {
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
export async function runPart(part: Part, options: PartOptions): Promise<readonly Row[] | Absent> {
  const prepared = await part.prepare(options.conditions);
  if ('absent' in prepared) return prepared;
  try {
    return rowsOf(part, await takeTurns(prepared, options));
  } finally {
    await prepared.close();
  }
}

async function takeTurns(
  { ours, peer }: Prepared,
  { turns, signal, onTurn }: PartOptions,
): Promise<readonly { readonly ours: Figures; readonly peer: Figures }[]> {
  const taken: { ours: Figures; peer: Figures }[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    const both: { ours: Figures; peer: Figures } = { ours: {}, peer: {} };
    const order = turn % 2 === 1 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const);
    for (const side of order) {
      signal.throwIfAborted();
      both[side] = await (side === 'ours' ? ours() : peer());
    }
    taken.push(both);
    onTurn(turn);
  }
  return taken;
}

function rowsOf(
  { name, says, peer, figures }: Part,
  turns: readonly { readonly ours: Figures; readonly peer: Figures }[],
): readonly Row[] {
  return Object.entries(figures).map(([figure, { says: what, unit, better }]) => {
    const figureOf = (side: Figures) => side[figure] ?? Number.NaN;
    const compared = compareTurns(
      turns.map((turn) => ({ ours: figureOf(turn.ours), peer: figureOf(turn.peer) })),
      better,
    );
    return { name: `${name}: ${what}`, says, against: peer, unit, better, ...compared };
  });
}
