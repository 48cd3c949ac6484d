import { type DeservedProblem, problemBody, problemMediaType } from '@cascade/validator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What an operation answers: a problem, or a body with status 200. */
export type Answer = { readonly problem: DeservedProblem } | { readonly body: unknown };

/** After this time a refused or failed request may be sent again. */
const retryAfterInSeconds = '1';
const transient = new Set([429, 503]);

/** The one place where a problem becomes JSON (§2.4, ADR-0002). */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: DeservedProblem,
): FastifyReply {
  request.problemCode = problem.code;
  if (transient.has(problem.status)) reply.header('retry-after', retryAfterInSeconds);
  return reply
    .code(problem.status)
    .header('content-type', problemMediaType(request.headers.accept))
    .send(toBytes(problemBody(problem)));
}

/** Sends what an operation answered. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  if ('problem' in answer) return sendProblem(request, reply, answer.problem);
  return reply.code(200).header('content-type', 'application/json').send(toBytes(answer.body));
}

/** To a text Fastify would add a charset, which JSON has none of (RFC 8259 §11). */
function toBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** For log and metrics; nothing if the request went well. */
    problemCode?: string;
  }
}
