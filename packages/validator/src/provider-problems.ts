import { bodyLimitInBytes } from './body/body-limit.ts';
import { problem, type RequestProblem } from './request-problem.ts';

/** The problems that no schema finds, each with its `detail` (ADR-0036), so that all providers say the same. */

/** §4.1 rule 1. */
export function requestIdUsed(): RequestProblem {
  return problem('requestId-is-not-unique', { pointer: '/requestId', detail: '/requestId: used before' });
}

/** §4.1 rule 2. */
export function cascadeNotFound(cascadeId: number): RequestProblem {
  const detail = `/cascadeId: ${cascadeId} is not a cascade of this account`;
  return problem('cascade-not-found', { pointer: '/cascadeId', detail });
}

/** §4.1 rule 5; discloses no amounts. */
export function outOfBalance(cascadeId: number): RequestProblem {
  return problem('out-of-balance', { detail: `cascade ${cascadeId} costs more than is left` });
}

const longestPath = 200;

/** The path of the request without its query, which may hold what no log should. */
export function notFound(target: string): RequestProblem {
  const [path = ''] = target.split(/[?#]/, 1);
  const shown = path.length > longestPath ? `${path.slice(0, longestPath)}…` : path;
  return problem('not-found', { detail: `no operation at ${shown.toWellFormed()}` });
}

export function methodNotAllowed(allowed: readonly string[]): RequestProblem {
  return problem('method-not-allowed', { detail: `allowed: ${allowed.join(', ')}` });
}

export function payloadTooLarge(): RequestProblem {
  return problem('payload-too-large', { detail: `the body must have at most ${bodyLimitInBytes} bytes` });
}

/** A text is refused with its pointer, as the schema refuses members. */
export function callbackUrlNotValid(pointer: string, fault: string): RequestProblem {
  return problem('callback-url-not-valid', { pointer, detail: `${pointer}: ${fault}` });
}
