import { methodNotAllowed, notFound } from '@cascade/validator';
import type { IHttpOperation } from '@stoplight/types';
import { type Outcome, problemOutcome } from './outcome.ts';

/** The operation of a request, or the outcome of a request without one (ADR-0010). */
export interface Route {
  /** The operation of the request; for 404 and 405, the operation whose responses document them. */
  readonly operation: IHttpOperation;
  readonly rejected?: Outcome;
}

/** Finds the operation for a method and a path; both are compared byte for byte. */
export type Router = (method: string, path: string) => Route;

/**
 * A router over the operations of the description: 404 for another path, 405 with `Allow` for another method.
 */
export function createRouter(operations: readonly IHttpOperation[]): Router {
  const [any] = operations;
  if (any === undefined) throw new Error('the description has no operations');
  return (method, path) => {
    const here = operations.filter((operation) => operation.path === path);
    const [first = any] = here;
    const match = here.find((operation) => operation.method.toUpperCase() === method);
    if (match !== undefined) return { operation: match };
    if (here.length === 0) return { operation: first, rejected: problemOutcome(notFound(path)) };
    const allowed = here.map((operation) => operation.method.toUpperCase());
    const rejected = {
      ...problemOutcome(methodNotAllowed(allowed)),
      headers: { allow: allowed.join(', ') },
    };
    return { operation: first, rejected };
  };
}
