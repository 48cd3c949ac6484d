/**
 * The highest rate that holds, to a step: doubles from `from` until one fails, or until `most`, then halves the gap. 0 if
 * none holds.
 */
export async function highestRate(
  holds: (rate: number) => Promise<boolean>,
  { from, step, most }: { readonly from: number; readonly step: number; readonly most: number },
): Promise<number> {
  let [good, bad] = [0, from];
  while (bad <= most && (await holds(bad))) [good, bad] = [bad, bad * 2];
  if (good > 0 && bad > most) return good;
  while (bad - good > step) {
    const middle = Math.round((good + bad) / 2 / step) * step;
    if (middle <= good || middle >= bad) break;
    if (await holds(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
