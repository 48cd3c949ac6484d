import { Readable } from 'node:stream';
import { problemBody, problemMediaType, type RequestProblem } from '@cascade/validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLeftUnread, lastAnswer } from './linger.ts';

/** The answer of an operation: a problem, or a body with status 200, as a value or as JSON. */
export type Answer =
  | { readonly problem: RequestProblem; readonly retryAfterSeconds?: number }
  | { readonly body: unknown }
  | { readonly json: string };

/** `Retry-After` for 429 and 503, unless the operation or the reply has another one. */
const soon = 1; // second
const transient = new Set([429, 503]);

/** The one place where a problem becomes JSON (§2.4, ADR-0002). */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: RequestProblem,
  retryAfterSeconds = soon,
): FastifyReply {
  request.problemCode = problem.code;
  if (transient.has(problem.status) && !reply.hasHeader('retry-after'))
    reply.header('retry-after', String(retryAfterSeconds));
  if (problem.status === 405) reply.header('allow', 'POST');
  if (problem.status === 401) reply.header('www-authenticate', 'ApiKey'); // ADR-0042
  reply.code(problem.status).header('content-type', problemMediaType(request.headers.accept));
  return send(request, reply, toBytes(problemBody(problem)));
}

/** Sends the answer of an operation. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  if ('problem' in answer) return sendProblem(request, reply, answer.problem, answer.retryAfterSeconds);
  const bytes = 'json' in answer ? Buffer.from(answer.json) : toBytes(answer.body);
  return send(request, reply.code(200).header('content-type', 'application/json'), bytes);
}

/** While the server closes, each answer ends its connection: a kept connection would block the close. */
function send({ raw }: FastifyRequest, reply: FastifyReply, bytes: Buffer): FastifyReply {
  if (!reply.server.server.listening) reply.header('connection', 'close');
  if (!isLeftUnread(raw)) return reply.send(bytes);
  reply.header('connection', 'close').header('content-length', bytes.length);
  return reply.send(Readable.from(lastAnswer(raw, bytes)));
}

/** As bytes: Fastify adds a charset to texts, and JSON has no charset parameter (RFC 8259 §11). */
function toBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** For log and metrics; absent if the request succeeded. */
    problemCode?: string;
  }
}
