import { colorful, plain } from '../report/paint.ts';

/** Where the CLI writes. */
export interface CliOutput {
  out(text: string): void;
  err(text: string): void;
  /** Columns of an interactive terminal, on which a line may be overwritten; absent elsewhere. */
  readonly width?: number;
  readonly colors?: boolean;
}

/** Writes text for a person, and below it a progress line that is overwritten. */
export type Screen = ReturnType<typeof openScreen>;

const eraseLine = '\r\u001b[2K';
const millisecondsBetween = 60;
/** A run that takes less has no progress in its log. */
const millisecondsInLog = 10_000;

/** Text for people goes to standard error if a report is written to standard output. */
export function openScreen(terminal: CliOutput, reportIsOnOut: boolean) {
  const write = reportIsOnOut ? terminal.err : terminal.out;
  const { width, colors = false } = terminal;
  let isLineShown = false;
  let shownAt = Number.NEGATIVE_INFINITY;
  let loggedAt = performance.now();
  return {
    paint: colors ? colorful : plain,
    say(text: string): void {
      write(isLineShown ? `${eraseLine}${text}` : text);
      isLineShown = false;
    },
    /** A line that is overwritten on an interactive terminal; elsewhere a line of the log now and then. */
    progress(line: (width: number) => string, inLog: () => string): void {
      const now = performance.now();
      if (width === undefined) {
        if (now - loggedAt < millisecondsInLog) return;
        loggedAt = now;
        write(inLog());
        return;
      }
      if (now - shownAt < millisecondsBetween) return;
      shownAt = now;
      isLineShown = true;
      write(`${eraseLine}${line(width)}`);
    },
  };
}
