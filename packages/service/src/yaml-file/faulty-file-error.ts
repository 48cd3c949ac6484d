/** Something in a file that its operator has to mend: where, what was expected, what is there. */
export interface FileFault {
  readonly file: string;
  /** From 1; of the value, or of what should hold it. */
  readonly line: number;
  /** JSON pointer (RFC 6901) into the file; empty for the file as a whole. */
  readonly pointer: string;
  readonly expected: string;
  readonly got: string;
}

/** A file that cannot be used, with all its faults, one line each, in the order of the file. */
export class FaultyFileError extends Error {
  readonly faults: readonly FileFault[];

  constructor(heading: string, faults: readonly FileFault[]) {
    const sorted = faults.toSorted((a, b) => a.line - b.line);
    super([heading, ...sorted.map(describe)].join('\n'));
    this.name = 'FaultyFileError';
    this.faults = sorted;
  }
}

function describe({ file, line, pointer, expected, got }: FileFault): string {
  return `${file}:${line}: ${pointer === '' ? 'the file' : pointer}: expected ${expected}, got ${got}`;
}
