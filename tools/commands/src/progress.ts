/** A line of progress; a terminal shows the elapsed seconds. */
export interface Progress {
  /** Ends the line with the result. */
  end(result: string): void;
}

/** Starts a line of progress on standard output; only a terminal shows the seconds tick. */
export function beginProgress(says: string): Progress {
  const begin = performance.now();
  const seconds = () => ((performance.now() - begin) / 1000).toFixed(1);
  const { stdout } = process;
  stdout.write(`${says} … `);
  const tick = stdout.isTTY ? setInterval(() => stdout.write(`\r${says} … ${seconds()} s `), 500) : undefined;
  return {
    end(result) {
      clearInterval(tick);
      stdout.write(`${stdout.isTTY ? `\r${says} … ` : ''}${result}, ${seconds()} s\n`);
    },
  };
}
