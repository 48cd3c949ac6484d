/** Something in a profile that has to be mended, with its place. */
export interface ProfileFault {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** JSON pointer (RFC 6901); empty for the file as a whole. */
  readonly pointer: string;
  readonly says: string;
}

/** A profile that cannot be used, with all its faults in the order of the file. */
export class ProfileError extends Error {
  readonly faults: readonly ProfileFault[];

  constructor(file: string, faults: readonly ProfileFault[]) {
    const sorted = faults.toSorted((a, b) => a.line - b.line || a.column - b.column);
    const lines = sorted.map(
      ({ line, column, pointer, says }) =>
        `${file}:${line}:${column}: ${pointer === '' ? '' : `${pointer}: `}${says}`,
    );
    super(['The profile cannot be used.', ...lines].join('\n'));
    this.name = 'ProfileError';
    this.faults = sorted;
  }
}
