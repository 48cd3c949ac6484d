import { bodyLimitInBytes, judgeMediaType, problem, type RequestProblem } from '@cascade/validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../accounts/directory/account.ts';
import type { AccountDirectory } from '../accounts/directory/account-directory.ts';
import { type BodyBudget, largestLength, share } from './body-budget.ts';
import { declaredLength } from './linger.ts';
import { createRateLimit } from './rate-limit.ts';
import { nowhere } from './request-target.ts';

/** What is settled before the body is read. */
export interface Gate {
  /**
   * The problem of a request: URL, method, key, rate, media type, declared size, room for its body, in this order
   * (ADR-0010). A request without one holds its room until it is answered or given up.
   */
  judge(request: FastifyRequest, reply: FastifyReply): RequestProblem | undefined;
  /** Keeps the room of a body also after its client has gone away; answers how to let go. */
  holdRoom(request: FastifyRequest): () => void;
  /** Whose key a request carries, once it has come as far as that. */
  accountOf(request: FastifyRequest): Account | undefined;
}

export function createGate(directory: AccountDirectory, budget: BodyBudget): Gate {
  const rateLimit = createRateLimit();
  const accounts = new WeakMap<FastifyRequest, Account>();
  const rooms = new WeakMap<FastifyRequest, () => () => void>();
  return {
    accountOf: (request) => accounts.get(request),
    holdRoom: (request) => rooms.get(request)?.() ?? (() => {}),
    judge(request, reply) {
      if (request.is404) return problemOfTarget(request.url);
      const account = directory.findByKey(keyOf(request));
      if (account === undefined) return problem('auth-error');
      accounts.set(request, account);
      if (!rateLimit.passes(account.id, account.settings.requestsPerSecond))
        return problem('too-many-requests');
      const ofMedia = judgeMediaType(request.headers);
      if (ofMedia !== undefined) return ofMedia;
      if (declaredLength(request.headers) > bodyLimitInBytes) return problem('payload-too-large');
      const release = budget.admit(account.id, largestLength(request.raw));
      if (release === undefined) return problem('service-unavailable');
      const hold = share(release);
      reply.raw.once('close', hold());
      rooms.set(request, hold);
      return undefined;
    },
  };
}

/** Of a target that was rewritten, and has no route with this method. */
export function problemOfTarget(target: string): RequestProblem {
  return problem(target === nowhere ? 'not-found' : 'method-not-allowed');
}

/** Node reads header bytes as Latin-1; this gives them back as they came. */
function keyOf({ headers }: FastifyRequest): string {
  const key = headers['x-api-key'];
  return typeof key === 'string' ? Buffer.from(key, 'latin1').toString('utf8') : '';
}
