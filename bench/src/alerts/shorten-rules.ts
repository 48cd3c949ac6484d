/** How many milliseconds a unit of PromQL has. */
const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * The same rules with every wait (`for`) and every range divided by `factor`, so that they fire within minutes. Thresholds
 * stay as they are.
 */
export function shortenRules(text: string, factor: number): string {
  return text
    .replaceAll(/^( +for: )(\w+)$/gm, (_, before: string, wait: string) => before + shorter(wait, factor))
    .replaceAll(/\[(\w+)\]/g, (_, range: string) => `[${shorter(range, factor)}]`);
}

function shorter(duration: string, factor: number): string {
  const [, count = '', unit = ''] = /^([0-9]+)([smh])$/.exec(duration) ?? [];
  const length = units[unit];
  if (length === undefined) throw new RangeError(`expected a duration such as 5m, found ${duration}`);
  return `${Math.round((Number(count) * length) / factor)}ms`;
}
