import { pathOfLenientList } from '@cascade/lenient-requests';
import { methodNotAllowed, notFound, problem } from '@cascade/validator';
import type { IHttpOperation } from '@stoplight/types';
import type { MockOperation } from './operations.ts';
import { type Outcome, problemOutcome } from './outcome.ts';
import type { Keyring } from './provider/account.ts';
import {
  chooseExample,
  held,
  type MockRequest,
  type Preferences,
  pathOf,
  queryOf,
  readJson,
  readPreferences,
} from './request.ts';

/** The outcome of a request, and the operation whose responses document it. */
export interface DecidedOutcome {
  readonly operation: IHttpOperation;
  readonly outcome: Outcome;
}

interface DecisionParts {
  readonly route: Router;
  readonly keyring: Keyring;
  /** By operation id. */
  readonly operations: Readonly<Record<string, MockOperation>>;
  /** Resolves after that many milliseconds, or when the mock stops. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/**
 * Decides in the order of ADR-0010: URL, method, key, then what `Prefer` asks for, then the body, then the
 * rules of the operation. A request that prefers an example changes nothing; a request with a delay changes
 * nothing before that has passed, so that others meanwhile see what is.
 */
export function createDecision({
  route,
  keyring,
  operations,
  pause,
}: DecisionParts): (request: MockRequest) => Promise<DecidedOutcome> {
  async function decideAt(operation: IHttpOperation, request: MockRequest): Promise<Outcome> {
    const account = keyring.accountOf(request.headers['x-api-key']);
    if (account === undefined) return { status: 401, example: 'auth-error' };
    const preferences = readPreferences(request.headers.prefer);
    if ('unknown' in preferences) return notPreferred(preferences.unknown);
    const { delay = 0 } = preferences;
    const { readBody } = delay > 0 ? await held(request, delay, pause) : request;
    if (asksForExample(preferences)) return showExample(operation, preferences);
    // What an operation does not describe has no meaning (RFC 9110 §9.3.1).
    const takesBody = operation.request?.body !== undefined;
    const body = takesBody ? await readJson({ ...request, readBody }) : { value: undefined };
    if ('problem' in body) return problemOutcome(body.problem);
    const perform = operations[operation.iid ?? ''];
    if (perform === undefined) throw new Error(`the mock does not know the operation ${operation.iid}`);
    return perform({ account, query: queryOf(request.target), body: body.value, preferences });
  }
  /** An account with `listRequests` may end the path of a list with a slash (ADR-0027). */
  function findPath({ target, headers }: MockRequest): string {
    const path = pathOf(target);
    const isLenient = keyring.accountOf(headers['x-api-key'])?.lenient.listRequests ?? false;
    return (isLenient ? pathOfLenientList(path) : undefined) ?? path;
  }
  return async (request) => {
    const { operation, rejected } = route(request.method, findPath(request));
    return { operation, outcome: rejected ?? (await decideAt(operation, request)) };
  };
}

function asksForExample({ code, example }: Preferences): boolean {
  return code !== undefined || example !== undefined;
}

function showExample(operation: IHttpOperation, preferences: Preferences): Outcome {
  const chosen = chooseExample(operation, preferences);
  if ('unknown' in chosen) return notPreferred(chosen.unknown);
  const { status, example } = chosen;
  const applied = example === undefined ? `code=${status}` : `code=${status}, example=${example}`;
  return { ...chosen, headers: { 'preference-applied': applied } };
}

/** So that a misspelled test does not pass. */
function notPreferred(why: string): Outcome {
  return problemOutcome(problem('matched-template-not-found', { detail: `Prefer: ${why}` }));
}

/** The operation of a request, or the outcome of a request without one (ADR-0010). */
interface Route {
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
    return { operation: first, rejected: problemOutcome(methodNotAllowed(allowed)) };
  };
}
