/** A fault of a value, before its line is known. */
export interface Fault {
  /** JSON pointer (RFC 6901); empty for the whole file. */
  readonly pointer: string;
  /** `expected …, found …; fix`, or a short statement such as `duplicate key`. Never a secret. */
  readonly message: string;
  /** Where a duplicate occurs first: its line is added to the message. */
  readonly first?: string;
}

/** A fault with its place in a file. */
export interface FileFault {
  readonly file: string;
  /** From 1. A missing member has the place of the object that lacks it. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** JSON pointer (RFC 6901); empty for the whole file. */
  readonly pointer: string;
  readonly message: string;
}

/** A faulty file. The message lists all faults, one a line: `file:line:column: pointer: message`. */
export class YamlFileError extends Error {
  /** In the order of the file. */
  readonly faults: readonly FileFault[];

  constructor(heading: string, faults: readonly FileFault[]) {
    const files = [...new Set(faults.map(({ file }) => file))];
    const sorted = files.flatMap((name) =>
      faults.filter(({ file }) => file === name).toSorted((a, b) => a.line - b.line || a.column - b.column),
    );
    super([heading, ...sorted.map(formatFault)].join('\n'));
    this.name = 'YamlFileError';
    this.faults = sorted;
  }
}

function formatFault({ file, line, column, pointer, message }: FileFault): string {
  return `${file}:${line}:${column}: ${pointer === '' ? '' : `${pointer}: `}${message}`;
}
