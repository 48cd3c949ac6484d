/** A fault before anybody knows on which line it stands. */
export interface Fault {
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
  readonly expected: string;
  readonly got: string;
}
