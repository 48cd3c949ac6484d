import { Readable } from 'node:stream';
import { problemBody, problemMediaType, type RequestProblem } from '@cascade/validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLeftUnread, lastAnswer } from './linger.ts';

/** What an operation answers: a problem, or a body with status 200. */
export type Answer = { readonly problem: RequestProblem } | { readonly body: unknown };

/** After this time a refused or failed request may be sent again. */
const retryAfterInSeconds = '1';
const transient = new Set([429, 503]);

/** The one place where a problem becomes JSON (§2.4, ADR-0002). */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: RequestProblem,
): FastifyReply {
  request.problemCode = problem.code;
  if (transient.has(problem.status)) reply.header('retry-after', retryAfterInSeconds);
  if (problem.status === 405) reply.header('allow', 'POST');
  reply.code(problem.status).header('content-type', problemMediaType(request.headers.accept));
  return send(request, reply, toBytes(problemBody(problem)));
}

/** Sends what an operation answered. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  if ('problem' in answer) return sendProblem(request, reply, answer.problem);
  return send(request, reply.code(200).header('content-type', 'application/json'), toBytes(answer.body));
}

/** A server that closes ends each connection with its answer: one that is kept would keep the server. */
function send({ raw }: FastifyRequest, reply: FastifyReply, bytes: Buffer): FastifyReply {
  if (!reply.server.server.listening) reply.header('connection', 'close');
  if (!isLeftUnread(raw)) return reply.send(bytes);
  reply.header('connection', 'close').header('content-length', bytes.length);
  return reply.send(Readable.from(lastAnswer(raw, bytes)));
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
