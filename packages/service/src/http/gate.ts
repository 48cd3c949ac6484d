import { pathOfLenientList } from '@cascade/lenient-requests';
import {
  bodyLimitInBytes,
  judgeMediaType,
  methodNotAllowed,
  notFound,
  payloadTooLarge,
  problem,
  type RequestProblem,
  serviceUnavailable,
  tooManyRequests,
} from '@cascade/validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../accounts/directory/account.ts';
import type { AccountDirectory } from '../accounts/directory/account-directory.ts';
import { createTokenBuckets } from '../sharing/token-bucket.ts';
import { declaredLength } from './answer.ts';
import { type BodyBudget, largestLength, share } from './body-budget.ts';

/** The checks before the body is read. */
export type Gate = ReturnType<typeof createGate>;

/** Decides on new messages while the service is behind with its work. */
export interface MessageAdmission {
  /** The path of the operation that brings new work. */
  readonly path: string;
  /** The seconds after which a refused account should ask again; undefined if its message is admitted. */
  refusal(accountId: number): number | undefined;
}

/** Lets every message pass. */
const always: MessageAdmission = { path: '', refusal: () => undefined };

export interface GateOptions {
  readonly directory: Pick<AccountDirectory, 'findByKey'>;
  readonly budget: BodyBudget;
  readonly routes: Routes;
  readonly admission: MessageAdmission | undefined;
}

export function createGate({ directory, budget, routes, admission = always }: GateOptions) {
  const rates = createTokenBuckets<number>();
  const accounts = new WeakMap<FastifyRequest, Account>();
  const rooms = new WeakMap<FastifyRequest, () => () => void>();
  function judgeRate({ id, settings: { requestsPerSecond } }: Account): RequestProblem | undefined {
    if (requestsPerSecond === null) return undefined;
    const passes = rates.passes(id, { perSecond: requestsPerSecond, burst: requestsPerSecond });
    return passes ? undefined : tooManyRequests(requestsPerSecond);
  }

  function takeRoom(
    request: FastifyRequest,
    reply: FastifyReply,
    accountId: number,
  ): RequestProblem | undefined {
    const release = budget.admit(accountId, largestLength(request.raw));
    if (release === undefined) return serviceUnavailable('busy');
    const hold = share(release);
    reply.raw.once('close', hold());
    rooms.set(request, hold);
    return undefined;
  }

  return {
    /** The account of a request whose key was accepted. */
    accountOf: (request: FastifyRequest): Account | undefined => accounts.get(request),
    /** Keeps the room of a body even after its client disconnects; returns the release. */
    holdRoom: (request: FastifyRequest) => rooms.get(request)?.() ?? (() => {}),
    /**
     * The problem of a request: URL, method, key, rate, media type, declared size, back-pressure, room for
     * its body, in this order (ADR-0010). An admitted request holds its room until it is answered or aborted.
     * A body that has no meaning is not judged, since it is not read.
     */
    judge(request: FastifyRequest, reply: FastifyReply): RequestProblem | undefined {
      const account = directory.findByKey(keyOf(request));
      if (isLenientTarget(request.originalUrl) && !account?.settings.lenient.listRequests)
        return notFound(request.originalUrl);
      if (request.is404) return problemOfTarget(routes, request.url, request.originalUrl);
      if (account === undefined) return problem('auth-error');
      accounts.set(request, account);
      const refused = judgeRate(account);
      if (refused !== undefined || !takesBody(request)) return refused;
      return (
        judgeMediaType(request.headers) ??
        judgeSize(request) ??
        judgeAdmission(admission, { request, reply, accountId: account.id }) ??
        takeRoom(request, reply, account.id)
      );
    },
  };
}

function judgeSize({ headers }: FastifyRequest): RequestProblem | undefined {
  return declaredLength(headers) > bodyLimitInBytes ? payloadTooLarge() : undefined;
}

interface Offer {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly accountId: number;
}

function judgeAdmission(
  admission: MessageAdmission,
  { request, reply, accountId }: Offer,
): RequestProblem | undefined {
  const seconds = request.url === admission.path ? admission.refusal(accountId) : undefined;
  if (seconds === undefined) return undefined;
  reply.header('retry-after', String(seconds));
  return behind;
}

const behind = problem('service-unavailable', {
  detail: 'more messages are offered than the service can send; the share of this account is used up',
});

/** Whether the body of a request has a meaning, so that it is read. */
export function takesBody({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return method !== 'GET';
}

/** The problem of a target that has no route with this method, by its rewritten form. */
function problemOfTarget(routes: Routes, rewritten: string, target: string): RequestProblem {
  const allowed = routes.get(rewritten);
  return allowed === undefined ? notFound(target) : methodNotAllowed(allowed);
}

/** As Node reads headers, a character for each byte: only so every other key has another hash (ADR-0028). */
function keyOf({ headers }: FastifyRequest): string {
  const key = headers['x-api-key'];
  return typeof key === 'string' ? key : '';
}

/** The methods of each path. */
export type Routes = ReadonlyMap<string, readonly string[]>;

/** Maps a request target to the path of an operation, for the router. */
type Rewrite = (target: string) => string;

/** A path that no operation has. */
export const nowhere = '/';

/**
 * Compares paths byte for byte: an encoded letter, a double slash or a trailing slash makes another URL
 * (§7.1, not-found). Every other target becomes `nowhere`, so the router sees known paths only.
 */
export function rewriteTo(routes: Routes): Rewrite {
  return (target) => {
    const path = pathOf(target);
    if (routes.has(path)) return path;
    // The gate lets it pass for accounts that let such requests in.
    return pathOfLenientList(path) ?? nowhere;
  };
}

/** The problem of a target where no account is known: a list with a slash at its end is for some alone. */
export function problemOfBareTarget(routes: Routes, rewritten: string, target: string): RequestProblem {
  return isLenientTarget(target) ? notFound(target) : problemOfTarget(routes, rewritten, target);
}

/** Whether a target is that of a list with a slash at its end (ADR-0027). */
function isLenientTarget(target: string): boolean {
  return pathOfLenientList(pathOf(target)) !== undefined;
}

/**
 * Accepts the origin form of a target and the absolute form, which servers must accept too (RFC 9112 §3.2.2).
 */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target.split('?', 1)[0] ?? target;
  return URL.canParse(target) ? new URL(target).pathname : target;
}

/** The query of a target, without its question mark. */
export function queryOf(target: string): string {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(target) ?? [];
  return query;
}
