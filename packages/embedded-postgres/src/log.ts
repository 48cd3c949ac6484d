/** The part of a pino logger that is used here. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Discards everything. */
export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** The message and code of an error, without the rows and values that a database error carries. */
export function describeError(error: unknown): { readonly message: string; readonly code?: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message } = error;
  return 'code' in error && typeof error.code === 'string' ? { message, code: error.code } : { message };
}
