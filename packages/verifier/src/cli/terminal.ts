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
  /** Shown only on an interactive terminal. */
  progress(line: (width: number) => string): void;
}

const eraseLine = '\r\u001b[2K';
const millisecondsBetween = 60;

/** Text for people goes to standard error if a report is written to standard output. */
export function openScreen(terminal: Terminal, reportIsOnOut: boolean): Screen {
  const write = reportIsOnOut ? terminal.err : terminal.out;
  const { width, colors = false } = terminal;
  let isLineShown = false;
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    paint: colors ? colorful : plain,
    say(text) {
      write(isLineShown ? `${eraseLine}${text}` : text);
      isLineShown = false;
    },
    progress(line) {
      const now = performance.now();
      if (width === undefined || now - shownAt < millisecondsBetween) return;
      shownAt = now;
      isLineShown = true;
      write(`${eraseLine}${line(width)}`);
    },
  };
}
