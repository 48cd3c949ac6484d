import { colorful, type Paint, plain } from '../report/paint.ts';

/** Where the CLI writes. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Columns of an interactive terminal, on which a line may be overwritten; absent elsewhere. */
  readonly width?: number;
  readonly colors?: boolean;
}

/** Writes text for a person, and below it a progress line that is overwritten. */
export interface Screen {
  readonly paint: Paint;
  say(text: string): void;
  /** A line that is overwritten on an interactive terminal; elsewhere a line of the log now and then. */
  progress(line: (width: number) => string, inLog: () => string): void;
}

const eraseLine = '\r\u001b[2K';
const millisecondsBetween = 60;
/** A run that takes less has no progress in its log. */
const millisecondsInLog = 10_000;

/** Text for people goes to standard error if a report is written to standard output. */
export function openScreen(terminal: Terminal, reportIsOnOut: boolean): Screen {
  const write = reportIsOnOut ? terminal.err : terminal.out;
  const { width, colors = false } = terminal;
  let isLineShown = false;
  let shownAt = Number.NEGATIVE_INFINITY;
  let loggedAt = performance.now();
  return {
    paint: colors ? colorful : plain,
    say(text) {
      write(isLineShown ? `${eraseLine}${text}` : text);
      isLineShown = false;
    },
    progress(line, inLog) {
      const now = performance.now();
      if (width === undefined) {
        if (now - loggedAt < millisecondsInLog) return;
        loggedAt = now;
        return write(inLog());
      }
      if (now - shownAt < millisecondsBetween) return;
      shownAt = now;
      isLineShown = true;
      write(`${eraseLine}${line(width)}`);
    },
  };
}
