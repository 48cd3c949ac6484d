import type { SchemaViolation } from './validate-function.ts';

/** Far more than any honest body has; what lies beyond cannot change which problem comes first by much. */
const limit = 10_000;

/** Adds an error unless there are too many: a body of 1 MiB can have half a million of them. */
export function keepError(errors: SchemaViolation[], error: SchemaViolation): void {
  if (errors.length < limit) errors.push(error);
}

/** Adds the errors of a part to those found so far, in place: copying them each time would be quadratic. */
export function appendErrors(errors: SchemaViolation[] | null, more: SchemaViolation[]): SchemaViolation[] {
  if (errors === null) return more;
  for (const error of more) keepError(errors, error);
  return errors;
}
