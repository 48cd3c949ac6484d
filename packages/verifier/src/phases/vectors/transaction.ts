/** A transaction as Dredd's runner takes it. */
export interface Transaction {
  readonly name: string;
  readonly id: string;
  readonly fullPath: string;
  readonly request: {
    readonly method: string;
    readonly uri: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  readonly expected: {
    readonly statusCode: string;
    /** JSON Schema, draft 7 at most. */
    readonly bodySchema?: string;
  };
}

/** The request header by which a transaction is known; the relay takes it away. */
export const caseHeader = 'x-cascade-case';

/** What Dredd is to run next: dredd-hooks.cts has no other way to be told. */
export const pending: Transaction[] = [];
