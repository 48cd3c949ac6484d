/** A cost as a straight line over the number of messages in a batch. */
export interface LinearCost {
  /** Per batch, whatever its size. */
  readonly fixed: number;
  readonly perMessage: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Fits `fixed · a + perMessage · b`, neither below zero, by least relative squares: absolute squares of
 * figures over three powers of ten would fit their large end only.
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
  // The two cannot be separated: attribute everything to the messages.
  if (determinant < 1e-9 * aa * bb) return { fixed: 0, perMessage: by / bb };
  const fixed = (ay * bb - by * ab) / determinant;
  const perMessage = (by * aa - ay * ab) / determinant;
  if (fixed < 0) return { fixed: 0, perMessage: by / bb };
  if (perMessage < 0) return { fixed: ay / aa, perMessage: 0 };
  return { fixed, perMessage };
}

/** The error of a model at each point, as a share of the measurement. */
export function relativeErrors(points: readonly Point[], model: (x: number) => number): readonly number[] {
  return points.map(({ x, y }) => model(x) / y - 1);
}

/** The square root of the mean square. */
export function rootMeanSquare(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length);
}
