/** A straight line over the number of messages that share something. */
export interface LinearCost {
  /** For the batch, however many are in it. */
  readonly fixed: number;
  readonly perMessage: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * `fixed · a + perMessage · b` with the least relative squares, neither below zero: figures over three powers of ten
 * would else be fitted at their large end only.
 */
export function fitCost(
  points: readonly Point[],
  a: (x: number) => number,
  b: (x: number) => number,
): LinearCost {
  const rows = points.map(({ x, y }) => ({ a: a(x) / y, b: b(x) / y }));
  const sum = (of: (row: { readonly a: number; readonly b: number }) => number) =>
    rows.reduce((total, row) => total + of(row), 0);
  const [aa, ab, bb, ay, by] = [
    sum((row) => row.a ** 2),
    sum((row) => row.a * row.b),
    sum((row) => row.b ** 2),
    sum((row) => row.a),
    sum((row) => row.b),
  ];
  const determinant = aa * bb - ab ** 2;
  // The two cannot be told apart: everything is per message.
  if (determinant < 1e-9 * aa * bb) return { fixed: 0, perMessage: by / bb };
  const fixed = (ay * bb - by * ab) / determinant;
  const perMessage = (by * aa - ay * ab) / determinant;
  if (fixed < 0) return { fixed: 0, perMessage: by / bb };
  if (perMessage < 0) return { fixed: ay / aa, perMessage: 0 };
  return { fixed, perMessage };
}

/** By how much the figures of a model are off at each point, as a share of what was measured. */
export function relativeErrors(points: readonly Point[], model: (x: number) => number): readonly number[] {
  return points.map(({ x, y }) => model(x) / y - 1);
}

/** The square root of the mean square. */
export function rootMeanSquare(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length);
}
