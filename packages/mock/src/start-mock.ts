import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isControlled } from './control/is-controlled.ts';
import { createMock } from './create-mock.ts';
import { createConnectAnswer, createListener, createRefusals, withCors } from './http/listener.ts';
import type { Mock, MockOptions } from './mock.ts';
import { openRecorder, withRecording } from './replay/recorder.ts';

/** Not by `import`, which reads every export, and for WebSocket loads all of Node's undici: 13 MiB. */
const { createServer } = process.getBuiltinModule('node:http');

/** Address and time-outs of a mock, besides its configuration. */
export interface StartOptions extends MockOptions {
  /** 4010 if absent; 0 for a free one. */
  readonly port?: number;
  /** `127.0.0.1` if absent. */
  readonly host?: string;
  /** Time-out of the headers of a request; 10,000 if absent. */
  readonly headersTimeoutInMilliseconds?: number;
  /** Time-out of a complete request; 30,000 if absent. */
  readonly requestTimeoutInMilliseconds?: number;
}

/** A mock that listens. */
export interface RunningMock {
  readonly port: number;
  /** Base address, without a trailing slash. */
  readonly url: string;
  /** Waits up to a second for answers in progress, then closes all connections. */
  close(): Promise<void>;
}

const graceInMilliseconds = 1_000;

/**
 * Starts a mock on a port of this machine.
 * @throws {ProviderFileError} if the provider file cannot be used; a system error (`EADDRINUSE`, …) if the
 * mock cannot listen.
 */
export async function startMock(options: StartOptions = {}): Promise<RunningMock> {
  const { port = 4010, host = '127.0.0.1', cors = false, record, control = false } = options;
  const recorder = record === undefined ? undefined : openRecorder(record);
  const created = await createMock(options, recorder);
  const mock =
    recorder === undefined
      ? created
      : withRecording(created, recorder, (target) => !control || !isControlled(target));
  const server = createHttpServer(cors ? withCors(mock) : mock, options);
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const bound = isAddressInfo(address) ? address.port : port;
  return {
    port: bound,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      mock.stop();
      await closeServer(server);
    },
  };
}

function createHttpServer(mock: Mock, options: StartOptions): Server {
  const { headersTimeoutInMilliseconds = 10_000, requestTimeoutInMilliseconds = 30_000 } = options;
  const server = createServer({
    headersTimeout: headersTimeoutInMilliseconds,
    requestTimeout: requestTimeoutInMilliseconds,
    // Node would refuse with a status alone.
    requireHostHeader: false,
    // As the service. After the usual 5 s, a caller on a busy machine may send on a connection that is just
    // being closed.
    keepAliveTimeout: 72_000,
    connectionsCheckingInterval: Math.min(1_000, headersTimeoutInMilliseconds, requestTimeoutInMilliseconds),
  });
  // As the service: answers a client that closes its side behind its request.
  Object.assign(server, { httpAllowHalfOpen: true });
  const listener = createListener(mock, () => !server.listening);
  const refusals = createRefusals(mock);
  // Unknown expectations are ignored, as RFC 9110 §10.1.1 allows.
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      refusals.began(response);
      return listener(request, response);
    });
  server.on('connect', createConnectAnswer(mock));
  server.on('clientError', refusals.handle);
  return server;
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const force = setTimeout(() => server.closeAllConnections(), graceInMilliseconds);
  await closed;
  clearTimeout(force);
}

function isAddressInfo(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
