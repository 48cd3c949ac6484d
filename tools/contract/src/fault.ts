/** One thing that is wrong with a hand-written file: where it stands, and what was expected there. */
export interface Fault {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Line in the file, from 1, where it is known. */
  readonly line?: number;
  /** JSON pointer (RFC 6901) into the file; empty for the file as a whole. */
  readonly pointer: string;
  readonly message: string;
}

/** All faults of a contract at once, one line each: `file:line pointer: message`. */
export class ContractError extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(formatFault).join('\n'));
    this.name = 'ContractError';
    this.faults = faults;
  }
}

/** A fault as one line that an editor can jump to. */
export function formatFault({ file, line, pointer, message }: Fault): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return `${place} ${pointer === '' ? '' : `${pointer}: `}${message}`;
}
