const noise =
  /^(?:\s*(?:•|Tasks:|Cached:|Time:|Summary:|Failed:)|.*WARNING\s+no output files|.*cache (?:miss|hit),)/;

/** The output of failed tasks, without turbo's own lines. */
export function readableOutput(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !noise.test(line));
  return lines.map((line) => `${line}\n`).join('');
}
