const noise =
  /^(?:\s*(?:•|Tasks:|Cached:|Time:|Summary:|Failed:)|.*WARNING\s+no output files|.*cache (?:miss|hit),)/;

/** The output of failed tasks, without turbo's own lines. */
export function readableOutput(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !noise.test(line));
  return lines.map((line) => `${line}\n`).join('');
}

/** Where progress is written, as `process.stdout`. */
interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Starts a line of progress on standard output; only a terminal shows the seconds tick. */
export function beginProgress(says: string, screen: Screen = process.stdout) {
  const begin = performance.now();
  const seconds = () => ((performance.now() - begin) / 1000).toFixed(1);
  const isTerminal = screen.isTTY === true;
  let isOnItsLine = true;
  screen.write(`${says} … `);
  const tick = isTerminal ? setInterval(() => screen.write(`\r${says} … ${seconds()} s `), 500) : undefined;
  return {
    /** Writes a line of its own, with the elapsed seconds. */
    note(line: string) {
      // A terminal writes over its line, and begins it anew; without one it stays.
      const before = isTerminal ? '\r\x1b[K' : isOnItsLine ? '\n' : '';
      screen.write(`${before}${seconds().padStart(7)} s  ${line}\n`);
      isOnItsLine = isTerminal;
    },
    /** Ends the line with the result. */
    end(result: string) {
      clearInterval(tick);
      const before = isTerminal ? `\r${says} … ` : isOnItsLine ? '' : `${says} … `;
      screen.write(`${before}${result}, ${seconds()} s\n`);
    },
  };
}
