import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { AccountDirectory } from '../accounts/directory/account-directory.ts';
import { paths, reading, routesOf, type StoreOperations } from '../api/operations.ts';
import type { Admission } from '../back-pressure/admission.ts';
import { defined } from '../defined.ts';
import type { OnReceipt } from '../gateways/gateway.ts';
import { createReceiptHandler } from '../gateways/handle-receipt.ts';
import { createServer } from '../http/create-server.ts';
import { logServed } from '../observability/create-log.ts';
import { createOperationsServer, type OperationsOptions } from '../observability/create-operations-server.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { PageOptions } from '../observability/pages/serve-pages.ts';
import type { RunningService, ServiceOptions } from '../service-options.ts';
import type { Shutdown } from '../shutdown.ts';

/** What requests and receipts are given to. */
export interface Serving {
  readonly directory: Pick<AccountDirectory, 'findByKey'>;
  readonly admission: Pick<Admission, 'refusal'>;
  readonly operations: StoreOperations;
  readonly onReceipt: OnReceipt;
  /** Why requests cannot be served now; undefined if they can. */
  whyUnusable(): Promise<string | undefined>;
}

interface Around {
  /** What the pages for operators show; those that start later may be added later. */
  readonly stores: PageOptions['stores'];
  readonly metrics: Metrics;
  readonly options: ServiceOptions;
  readonly shutdown: Shutdown;
}

/** Opens both servers; that of the API last. */
export async function serve(serving: Serving, around: Around): Promise<Omit<RunningService, 'close'>> {
  const { host = '127.0.0.1', port = 4012, operationsPort = 4013 } = around.options;
  const operationsServer = createOperationsServer(operationsOf(serving, around));
  const server = createApi(serving, around);
  const operations = { of: 'connections of operations', host, port: operationsPort };
  const operationsUrl = await listen(operationsServer, operations, around.shutdown);
  return { operationsUrl, url: await listen(server, { of: 'connections', host, port }, around.shutdown) };
}

function operationsOf(
  { whyUnusable, onReceipt }: Serving,
  { stores, metrics, options: { log, portal, receiptSecrets: secrets = [] }, shutdown }: Around,
): OperationsOptions {
  return defined({
    whyUnusable,
    metrics,
    log,
    isStopping: () => shutdown.hasBegun,
    handleReceipt: secrets.length > 0 ? createReceiptHandler({ onReceipt, secrets, log }) : undefined,
    pages: { stores, portal },
  });
}

function createApi(
  { directory, admission, operations }: Serving,
  { metrics, options: { log } }: Around,
): FastifyInstance {
  return createServer({
    directory,
    log,
    admission: { path: paths.schedule, refusal: (accountId) => admission.refusal(accountId) },
    onServed(served) {
      metrics.onServed(served);
      logServed(log, served);
    },
    operations: routesOf(operations),
    reading,
  });
}

async function listen(
  server: FastifyInstance,
  { of, ...address }: { readonly of: string; readonly host: string; readonly port: number },
  shutdown: Shutdown,
): Promise<string> {
  shutdown.add({
    of,
    end: () => server.close(),
    underWay: () => promisify(server.server.getConnections.bind(server.server))(),
  });
  return server.listen(address);
}
