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
