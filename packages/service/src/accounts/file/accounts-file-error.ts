/** Something in an accounts file that its operator has to mend: where, what was expected, what is there. */
export interface AccountsFault {
  readonly file: string;
  /** From 1; of the value, or of what should hold it. */
  readonly line: number;
  /** JSON pointer (RFC 6901) into the file; empty for the file as a whole. */
  readonly pointer: string;
  readonly expected: string;
  readonly got: string;
}

/** An accounts file that cannot be applied, with all its faults, one line each, in the order of the file. */
export class AccountsFileError extends Error {
  readonly faults: readonly AccountsFault[];

  constructor(file: string, faults: readonly AccountsFault[]) {
    const sorted = faults.toSorted((a, b) => a.line - b.line);
    super([`The accounts file ${file} cannot be applied:`, ...sorted.map(describe)].join('\n'));
    this.name = 'AccountsFileError';
    this.faults = sorted;
  }
}

function describe({ file, line, pointer, expected, got }: AccountsFault): string {
  return `${file}:${line}: ${pointer === '' ? 'the file' : pointer}: expected ${expected}, got ${got}`;
}
