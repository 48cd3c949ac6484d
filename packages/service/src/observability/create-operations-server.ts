import fastify, { type FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { ReceiptAnswer, ReceiptRequest } from '../gateways/handle-receipt.ts';
import type { Metrics } from './metrics.ts';

export interface OperationsOptions {
  readonly pool: Pool;
  readonly metrics: Metrics;
  /** Whether the service is stopping: then it is alive, but not ready. */
  readonly isStopping: () => boolean;
  /** Handles the receipts of HTTP gateways; absent without such a gateway. */
  readonly handleReceipt?: (request: ReceiptRequest) => Promise<ReceiptAnswer>;
}

/** The HTTP server for operators and gateways: `/healthz`, `/readyz`, `/metrics`, `/gateway/receipts`. */
export function createOperationsServer(options: OperationsOptions): FastifyInstance {
  const { pool, metrics, isStopping, handleReceipt } = options;
  const server = fastify({ bodyLimit: 65_536, requestTimeout: 10_000, forceCloseConnections: 'idle' });
  server.get('/healthz', () => ({ status: 'alive' }));
  server.get('/readyz', async (_, reply) => {
    const reason = isStopping() ? 'stopping' : await whyStoreIsAway(pool);
    return reason === undefined ? { status: 'ready' } : reply.code(503).send({ status: 'not ready', reason });
  });
  server.get('/metrics', async (_, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.text()),
  );
  if (handleReceipt !== undefined) {
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
    server.post('/gateway/receipts', async ({ headers, body }, reply) => {
      const { status } = await handleReceipt({ headers, body: String(body ?? '') });
      return reply.code(status).send();
    });
  }
  return server;
}

async function whyStoreIsAway(pool: Pool): Promise<string | undefined> {
  try {
    await pool.query('select');
    return undefined;
  } catch {
    return 'the database does not answer';
  }
}
