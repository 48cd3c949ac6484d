import type { SchemaViolation } from './validate-function.ts';

/** Far more than a real request has. Past it, a crafted body may get another of its problems first. */
const limit = 10_000;

/** Adds an error up to the limit: a body of 1 MiB can hold half a million. */
export function keepError(errors: SchemaViolation[], error: SchemaViolation): void {
  if (errors.length < limit) errors.push(error);
}

/** Appends the errors of a subschema in place: concatenating copies takes quadratic time. */
export function appendErrors(errors: SchemaViolation[] | null, more: SchemaViolation[]): SchemaViolation[] {
  if (errors === null) return more;
  for (const error of more) keepError(errors, error);
  return errors;
}
