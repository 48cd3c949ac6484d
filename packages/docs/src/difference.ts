/** A line of the later text. `changed` means that the earlier text lacks it at this position. */
export interface Line {
  readonly text: string;
  readonly changed: boolean;
}

/** The lines of `after`; those outside the longest common subsequence with `before` are marked as changed. */
export function markChanges(before: string, after: string): Line[] {
  const left = before.split('\n');
  const right = after.split('\n');
  const lengths = commonLengths(left, right);
  const lines: Line[] = [];
  let i = 0;
  for (const [j, text] of right.entries()) {
    while (i < left.length && left[i] !== text && at(lengths, i + 1, j) >= at(lengths, i, j + 1)) i += 1;
    const same = i < left.length && left[i] === text;
    if (same) i += 1;
    lines.push({ text, changed: !same });
  }
  return lines;
}

/** For each pair of positions: the length of the longest common subsequence of what follows. */
function commonLengths(left: readonly string[], right: readonly string[]): number[][] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  for (let i = left.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] ?? [];
    for (let j = right.length - 1; j >= 0; j -= 1) {
      row[j] =
        left[i] === right[j]
          ? at(lengths, i + 1, j + 1) + 1
          : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  }
  return lengths;
}

function at(lengths: readonly (readonly number[])[], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}
