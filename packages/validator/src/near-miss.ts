const enoughNames = 100;

/** The name that was probably meant as `expected`: other letter case or separators, or one or two typos. */
export function nearMiss(expected: string, names: readonly string[]): string | undefined {
  const wanted = bare(expected);
  const typos = wanted.length < 6 ? 1 : 2;
  return names
    .slice(0, enoughNames)
    .find((name) => Math.abs(name.length - expected.length) <= 3 && distance(bare(name), wanted) <= typos);
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[_\s-]/g, '');
}

/** Levenshtein distance of two short names. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, char] of [...a].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...b].entries()) {
      const [above = 0, diagonal = 0, left = 0] = [previous[column + 1], previous[column], current[column]];
      current.push(Math.min(above + 1, left + 1, diagonal + (char === other ? 0 : 1)));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
