/**
 * The rate that each account may have at most, so that all together have the total: max-min fairness. Accounts that want
 * less than the level get all that they want, and leave the rest to the others.
 */
export function fairLevel(wanted: readonly number[], total: number): number {
  let left = total;
  for (const [index, rate] of wanted.toSorted((a, b) => a - b).entries()) {
    const equal = left / (wanted.length - index);
    if (rate > equal) return equal;
    left -= rate;
  }
  return total;
}
