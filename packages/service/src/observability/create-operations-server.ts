import { notFound, problem } from '@cascade/validator';
import { createConnectionRefusals } from '@cascade/validator/transport';
import fastify, { type FastifyInstance } from 'fastify';
import type { ReceiptAnswer, ReceiptRequest } from '../gateways/handle-receipt.ts';
import { endConnections, refuseHost } from '../http/bare-socket.ts';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';
import { answerWithProblems, sendOperationsProblem } from './operations-problems.ts';
import { type PageOptions, pagePaths, servePages } from './pages/serve-pages.ts';

export interface OperationsOptions {
  /** Why the database cannot serve requests now; undefined if it can. */
  readonly whyUnusable: () => Promise<string | undefined>;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Whether the service is stopping: then it is alive, but not ready. */
  readonly isStopping: () => boolean;
  /** What the pages for operators show; absent in tests without them. */
  readonly pages?: PageOptions;
  /** Handles the receipts of HTTP gateways; absent without such a gateway. */
  readonly handleReceipt?: (request: ReceiptRequest) => Promise<ReceiptAnswer>;
  /** Milliseconds that a stop waits for the answers under way; 10,000 if absent. */
  readonly closingPatience?: number;
}

/**
 * The HTTP server for operators and gateways: `/healthz`, `/readyz`, `/metrics`, `/gateway/receipts`, and
 * pages. Every answer that is not a success has a problem body (§2.4).
 */
export function createOperationsServer(options: OperationsOptions): FastifyInstance {
  const { whyUnusable, metrics, log, isStopping, handleReceipt, pages } = options;
  const server = createBareServer(options.closingPatience ?? 10_000);
  const receipts: [string, readonly string[]] = ['/gateway/receipts', ['POST']];
  const read = ['/healthz', '/readyz', '/metrics', ...(pages === undefined ? [] : pagePaths)].map(
    (path) => [path, ['GET', 'HEAD']] as const,
  );
  answerWithProblems(server, new Map([...read, ...(handleReceipt === undefined ? [] : [receipts])]), log);
  server.get('/healthz', () => ({ status: 'alive' }));
  server.get('/readyz', async (request, reply) => {
    const reason = isStopping() ? 'stopping' : await whyUnusable();
    if (reason === undefined) return { status: 'ready' };
    return sendOperationsProblem(request, reply, problem('service-unavailable', { detail: reason }));
  });
  server.get('/metrics', async (_, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.text()),
  );
  if (pages !== undefined) servePages(server, pages);
  if (handleReceipt !== undefined) takeReceipts(server, handleReceipt);
  return server;
}

function createBareServer(closingPatience: number): FastifyInstance {
  const server = fastify({
    bodyLimit: 65_536,
    requestTimeout: 10_000,
    forceCloseConnections: 'idle',
    http: { requireHostHeader: false },
    clientErrorHandler: createConnectionRefusals().handle,
    frameworkErrors: (_, request, reply) => void sendOperationsProblem(request, reply, notFound(request.url)),
  });
  endConnections(server, closingPatience);
  server.addHook('onRequest', (request, reply, next) => {
    const refused = refuseHost(request.raw, reply.raw);
    if (refused === undefined) next();
    else sendOperationsProblem(request, reply, refused);
  });
  return server;
}

/** A receipt that is refused or fails is repeated by its gateway. */
function takeReceipts(
  server: FastifyInstance,
  handleReceipt: (request: ReceiptRequest) => Promise<ReceiptAnswer>,
): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
  server.post('/gateway/receipts', async (request, reply) => {
    const { headers, body } = request;
    const { status } = await handleReceipt({ headers, body: String(body ?? '') });
    if (status === 204) return reply.code(204).send();
    return sendOperationsProblem(request, reply, receiptProblems[status]);
  });
}

const receiptProblems = {
  400: problem('matched-template-not-found', {
    detail: 'the body must be a JSON object with attemptId and status, and at, if given, a date and time',
  }),
  401: problem('auth-error', { detail: 'the signature is missing, wrong, or older than 5 minutes' }),
};
