import {
  methodNotAllowed,
  notFound,
  problem,
  problemBody,
  problemMediaType,
  type RequestProblem,
  systemError,
} from '@cascade/validator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeError, type Log } from '../log.ts';

/** The methods of each path of the operations port. */
export type AllowedMethods = ReadonlyMap<string, readonly string[]>;

/** Answers unknown paths, other methods and errors with a problem body (§2.4), as the API does. */
export function answerWithProblems(server: FastifyInstance, allowed: AllowedMethods, log: Log): void {
  server.setNotFoundHandler((request, reply) => {
    const methods = allowed.get(request.url.split('?', 1)[0] ?? '');
    if (methods === undefined) return sendOperationsProblem(request, reply, notFound(request.url));
    reply.header('allow', methods.join(', '));
    return sendOperationsProblem(request, reply, methodNotAllowed(methods));
  });
  server.setErrorHandler((error, request, reply) =>
    sendOperationsProblem(request, reply, problemOf(error, log)),
  );
}

/** Sends a problem body. A client of a transient problem may retry in a second. */
export function sendOperationsProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  found: RequestProblem,
): FastifyReply {
  if (found.status === 503) reply.header('retry-after', '1');
  reply.code(found.status).header('content-type', problemMediaType(request.headers.accept));
  // As bytes: Fastify adds a charset to texts, and JSON has no charset parameter (RFC 8259 §11).
  return reply.send(Buffer.from(JSON.stringify(problemBody(found))));
}

function problemOf(error: unknown, log: Log): RequestProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return problem('payload-too-large', { detail: 'the body must have at most 65536 bytes' });
  if (code.startsWith('FST_ERR_CTP_'))
    return problem('matched-template-not-found', { detail: 'the body cannot be read' });
  log.error({ error: describeError(error) }, 'a request to the operations port failed');
  return systemError();
}
