import { type KnownProblemCode, problemFacts } from '@cascade/types';
import { bodyLimitInBytes } from './body/body-limit.ts';
import { defined } from './objects.ts';

/** The problem of a request (§7.1): what the provider answers it with. */
export interface RequestProblem {
  readonly code: KnownProblemCode;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  /** JSON pointer (RFC 6901) to the invalid member, if the problem is about one. */
  readonly pointer?: string;
  /** The methods of the URL, if it was asked with another one. */
  readonly allowed?: readonly string[];
  /** The name of the closest example in the description. */
  readonly example: string;
}

/** What one occurrence adds to its problem code. */
interface ProblemOccurrence {
  readonly detail?: string | undefined;
  readonly pointer?: string | undefined;
  readonly example?: string | undefined;
}

/** Builds a problem with the title, the status and an example from the catalogue. */
export function problem(
  code: KnownProblemCode,
  { detail, pointer, example }: ProblemOccurrence = {},
): RequestProblem {
  const { title, status, examples } = problemFacts(code);
  const names = Object.keys(examples);
  const closest = names.find((name) => detail !== undefined && examples[name] === detail) ?? names[0] ?? code;
  return { code, title, status, ...defined({ detail, pointer }), example: example ?? closest };
}

/** The problem body on the wire (§2.4). */
export function problemBody({ title, status, detail }: RequestProblem): {
  title: string;
  status: number;
  detail?: string;
} {
  return { title, status, ...defined({ detail }) };
}

/**
 * The problems that no schema finds, each with its `detail` (ADR-0036), so that all providers say the same.
 */

/** §4.1 rule 1. */
export function requestIdUsed(): RequestProblem {
  return problem('requestId-is-not-unique', { pointer: '/requestId', detail: '/requestId: used before' });
}

/** §4.1 rule 2; refers to the list of cascades, as §4.2 says. */
export function cascadeNotFound(cascadeId: number): RequestProblem {
  // The digits of a larger number have changed by reading (ADR-0056).
  const asked = Number.isSafeInteger(cascadeId) ? cascadeId : 'a number beyond 2^53';
  const detail = `/cascadeId: ${asked} is not a cascade of this account; /api/cascade/get-all lists them`;
  return problem('cascade-not-found', { pointer: '/cascadeId', detail });
}

/** §4.1 rule 5; discloses no amounts. */
export function outOfBalance(cascadeId: number): RequestProblem {
  return problem('out-of-balance', { detail: `cascade ${cascadeId} costs more than is left` });
}

const longestPath = 200;

/** Names the path of a request target, without the query or the user of a URL: those may hold secrets. */
export function notFound(target: string): RequestProblem {
  const path = pathOf(target);
  const shown = path.length > longestPath ? `${path.slice(0, longestPath)}…` : path;
  return problem('not-found', { detail: `no operation at ${shown || 'this target'}` });
}

function pathOf(target: string): string {
  if (target.startsWith('/')) return target.split(/[?#]/, 1)[0] ?? '';
  return /^https?:/i.test(target) && URL.canParse(target) ? new URL(target).pathname : '';
}

export function methodNotAllowed(allowed: readonly string[]): RequestProblem {
  return { ...problem('method-not-allowed', { detail: `allowed: ${allowed.join(', ')}` }), allowed };
}

export function payloadTooLarge(): RequestProblem {
  return problem('payload-too-large', { detail: `the body must have at most ${bodyLimitInBytes} bytes` });
}

/**
 * What a provider says of its own failures: nothing of their cause, only whether the request may have taken
 * effect.
 */
const failures = {
  busy: 'the provider is busy; the request was not carried out',
  undone: 'the provider cannot answer for now; the request was not carried out',
  unfinished: 'the provider cannot answer for now; the request may have been carried out',
} as const;

export function serviceUnavailable(failure: keyof typeof failures): RequestProblem {
  return problem('service-unavailable', { detail: failures[failure] });
}

export function systemError(): RequestProblem {
  const detail = 'a fault of the provider, not of the request, which may have been carried out';
  return problem('system-error', { detail });
}

/** The limit is that of the account. */
export function tooManyRequests(perSecond: number): RequestProblem {
  return problem('too-many-requests', { detail: `at most ${perSecond} requests per second` });
}
