import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestProblem } from '@cascade/validator';
import { type BareAnswer, bareAnswer, judgeHost, writeLastAnswer } from '@cascade/validator/transport';
import type { FastifyInstance } from 'fastify';

/** Reports an answer that was sent without a Fastify request. */
export type OnRefused = (answer: BareAnswer) => void;

/** Answers CONNECT, for which Node passes the raw socket. */
export function createConnectListener(
  judge: (target: string) => RequestProblem,
  onRefused: OnRefused,
): (request: IncomingMessage, socket: Duplex) => void {
  return ({ url = '' }, socket) => {
    socket.on('error', () => socket.destroy());
    const answer = answerToTarget(judge(url));
    writeLastAnswer(socket, answer);
    onRefused(answer);
  };
}

/** The answer to a method that no operation has, by the problem of its target. */
export function answerToTarget(found: RequestProblem): BareAnswer {
  return bareAnswer(found, found.allowed === undefined ? {} : { allow: found.allowed.join(', ') });
}

/** The problem of a request without exactly one Host; its answer ends the connection. */
export function refuseHost(request: IncomingMessage, response: ServerResponse): RequestProblem | undefined {
  const found = judgeHost(request);
  if (found !== undefined) response.setHeader('connection', 'close');
  return found;
}

/**
 * A closing Node server does not close connections that become idle later, nor those of clients that never
 * finish a request. Either would keep it open.
 * @param patience Milliseconds until all are closed.
 */
export function endConnections(server: FastifyInstance, patience: number): void {
  const timers: NodeJS.Timeout[] = [];
  server.addHook('preClose', async () => {
    timers.push(setInterval(() => server.server.closeIdleConnections(), closeIdleEvery));
    timers.push(setTimeout(() => server.server.closeAllConnections(), patience));
  });
  server.addHook('onClose', async () => timers.forEach(clearTimeout));
}

const closeIdleEvery = 100; // milliseconds
