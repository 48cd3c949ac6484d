/** `; did you mean x?` for the nearest candidate, or nothing if none is near. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const lower = name.toLowerCase();
  const [nearest] = candidates
    .map((candidate) => ({ candidate, distance: editDistance(lower, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.min(3, Math.floor(candidate.length / 3)))
    .toSorted((a, b) => a.distance - b.distance);
  return nearest === undefined ? '' : `; did you mean ${nearest.candidate}?`;
}

/**
 * Insertions, deletions, replacements of one character, and exchanges of two neighbours (optimal string
 * alignment).
 */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, length) => length)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isExchange = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          isExchange ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
