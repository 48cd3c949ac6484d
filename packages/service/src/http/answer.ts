import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { bodyLimitInBytes, problemBody, problemMediaType, type RequestProblem } from '@cascade/validator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The answer of an operation: a problem, or a body with status 200, as a value or as JSON. */
export type Answer =
  | { readonly problem: RequestProblem }
  | { readonly body: unknown }
  | { readonly json: string };

/** `Retry-After` for 429 and 503, in seconds, unless the reply has another one. */
const soon = '1';
const transient = new Set([429, 503]);

/** The one place where a problem becomes JSON (§2.4, ADR-0002). */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: RequestProblem,
): FastifyReply {
  request.problemCode = problem.code;
  if (transient.has(problem.status) && !reply.hasHeader('retry-after')) reply.header('retry-after', soon);
  if (problem.allowed !== undefined) reply.header('allow', problem.allowed.join(', '));
  if (problem.status === 401) reply.header('www-authenticate', 'ApiKey'); // ADR-0042
  reply.code(problem.status).header('content-type', problemMediaType(request.headers.accept));
  return send(request, reply, toBytes(problemBody(problem)));
}

/** Sends the answer of an operation. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  if ('problem' in answer) return sendProblem(request, reply, answer.problem);
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

const patienceInMilliseconds = 1_000;
const patienceInBytes = 16 * bodyLimitInBytes;

/**
 * Whether the unread rest of a request forces the connection to close after the answer: it exceeds the limit,
 * or its length is unknown. Node reads and drops a shorter rest itself.
 */
function isLeftUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  const isOfUnknownLength = headers['transfer-encoding'] !== undefined || headers.expect !== undefined;
  return isOfUnknownLength || declaredLength(headers) > bodyLimitInBytes;
}

/** The value of `Content-Length`; 0 without one. */
export function declaredLength(headers: IncomingMessage['headers']): number {
  return Number(headers['content-length'] ?? 0);
}

/**
 * The last answer on a connection. Before closing it, reads and drops what the client still sends for a
 * while: otherwise the system would reset the connection, and the answer might be lost (RFC 9112 §9.6).
 */
async function* lastAnswer(request: IncomingMessage, bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
  await linger(request);
}

function linger(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let left = patienceInBytes;
    const drop = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) done();
    };
    const done = () => {
      clearTimeout(timer);
      request.off('data', drop).pause();
      resolve();
    };
    const timer = setTimeout(done, patienceInMilliseconds);
    request.on('data', drop).once('end', done).once('close', done);
  });
}
