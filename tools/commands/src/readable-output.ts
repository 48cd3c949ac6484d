const noise =
  /^(?:\s*(?:•|Tasks:|Cached:|Time:|Summary:|Failed:)|.*WARNING\s+no output files|.*cache (?:miss|hit),)/;

/** What failing tasks print, without turbo's own account of the run. */
export function readableOutput(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !noise.test(line));
  return lines.map((line) => `${line}\n`).join('');
}
