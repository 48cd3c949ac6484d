import { colorful, type Paint, plain } from '../report/paint.ts';

/** Where the CLI writes. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Set where a person watches: lines may be written over, up to this width. */
  readonly width?: number;
  readonly colors?: boolean;
}

/** Writes what is to be read by a person; a line of progress stands below it for as long as it is true. */
export interface Screen {
  readonly paint: Paint;
  say(text: string): void;
  /** Shown only where a person watches. */
  progress(line: (width: number) => string): void;
}

const eraseLine = '\r\u001b[2K';
const millisecondsBetween = 60;

/** What people read goes to the standard error output where a report goes to the other. */
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
