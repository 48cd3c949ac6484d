/** Something in a provider file that its operator has to mend: where, what was expected, what is there. */
export interface ProviderFault {
  /** JSON pointer (RFC 6901) into the file; empty for the file as a whole. */
  readonly pointer: string;
  /** What must be there, beginning with `must`. */
  readonly expected: string;
  readonly got: string;
}

/** A provider file that cannot be used, with all its faults, one line each. */
export class ProviderFileError extends Error {
  readonly file: string;
  readonly faults: readonly ProviderFault[];

  constructor(file: string, faults: readonly ProviderFault[]) {
    super([`The provider file ${file} cannot be used:`, ...faults.map(describe)].join('\n'));
    this.name = 'ProviderFileError';
    this.file = file;
    this.faults = faults;
  }
}

function describe({ pointer, expected, got }: ProviderFault): string {
  return `  ${pointer === '' ? 'the file' : pointer}: ${expected}, got ${got}`;
}
