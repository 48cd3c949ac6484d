/** The part of a pino logger that background work uses. What is logged never holds a body, an address or a secret. */
export interface Log {
  /** For what a busy service has too much of; a log without it is not asked. */
  debug?(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** For whoever does not care. */
export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** What may be said of an error: its message and code, but not the rows and values that a database error carries. */
export function describeError(error: unknown): { readonly message: string; readonly code?: string } {
  if (error instanceof AggregateError && error.message === '')
    return { message: error.errors.map((each) => describeError(each).message).join('; ') };
  if (!(error instanceof Error)) return { message: String(error) };
  const { message } = error;
  return 'code' in error && typeof error.code === 'string' ? { message, code: error.code } : { message };
}
