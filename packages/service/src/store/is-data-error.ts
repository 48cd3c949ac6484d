/**
 * SQLSTATE of class 22 (data), 23 (constraints) or 54 (too large for an index): the statement fails each time. Other
 * errors, such as a lost connection, concern every statement alike.
 */
export function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:2[23]|54)/.test(String(error.code));
}
