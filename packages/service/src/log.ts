/**
 * The part of a pino logger that the service uses. Logged fields never hold a body, an address or a secret.
 */
export interface Log {
  /** For frequent events, such as each accepted request. A log without it skips them. */
  debug?(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Discards everything. */
export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** The message and code of an error, without the rows and values that a database error carries. */
export function describeError(error: unknown): { readonly message: string; readonly code?: string } {
  if (error instanceof AggregateError && error.message === '')
    return { message: error.errors.map((each) => describeError(each).message).join('; ') };
  if (!(error instanceof Error)) return { message: String(error) };
  const { message } = error;
  return 'code' in error && typeof error.code === 'string' ? { message, code: error.code } : { message };
}
