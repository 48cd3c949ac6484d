/** The median of figures of the same kind, member by member: of numbers, and of objects of them. */
export function medians<Figures extends object>(all: readonly Figures[]): Figures {
  const [first] = all;
  if (first === undefined) throw new RangeError('expected at least one measurement, found none');
  return Object.fromEntries(
    Object.keys(first).map((key) => {
      const values: unknown[] = all.map((figures) => Reflect.get(figures, key));
      return [key, values.every(isNumber) ? rounded(median(values)) : medians(values.filter(isObject))];
    }),
  ) as Figures;
}

/** The middle value; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Hundredths: of a second, or of a MiB. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
