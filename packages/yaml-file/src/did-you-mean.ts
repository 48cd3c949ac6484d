/** `; did you mean x?` for the nearest candidate, or nothing if none is near. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const lower = name.toLowerCase();
  const [nearest] = candidates
    .map((candidate) => ({ candidate, distance: editDistance(lower, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.min(3, Math.floor(candidate.length / 3)))
    .toSorted((a, b) => a.distance - b.distance);
  return nearest === undefined ? '' : `; did you mean ${nearest.candidate}?`;
}

/** Levenshtein: insertions, deletions and replacements of one character. */
function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, length) => length);
  for (const [row, letter] of [...a].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    above = current;
  }
  return above.at(-1) ?? 0;
}
