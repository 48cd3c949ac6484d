import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isObject } from '@cascade/validator';
import { parseJson } from './answer.ts';
import type { RecordedCallback } from './recorded.ts';

/** Not by `import`: see `start-mock.ts`. */
const { createServer } = process.getBuiltinModule('node:http');

/** A status event as it came. */
export interface Delivery extends Pick<RecordedCallback, 'event' | 'webhookId'> {}

/** Receives callbacks on a free port of loopback. */
export interface CallbackReceiver {
  readonly url: string;
  /** Answers likewise, and forgets what comes. */
  readonly ignoredUrl: string;
  close(): Promise<void>;
}

const path = '/callbacks';
const largestBody = 65_536;

/** `take` gives the status of the answer to each event. */
export async function openReceiver(take: (delivery: Delivery) => number): Promise<CallbackReceiver> {
  const server = createServer((request, response) => {
    statusFor(request, take).then(
      (status) => void response.writeHead(status).end(),
      () => void response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    ignoredUrl: `http://127.0.0.1:${port}/ignored`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function statusFor(request: IncomingMessage, take: (delivery: Delivery) => number): Promise<number> {
  if (request.method === 'HEAD' || request.url !== path) return 200;
  const event = parseJson(await readBody(request));
  if (!isObject(event) || typeof event.requestId !== 'string') return 400;
  const { 'webhook-id': id } = request.headers;
  return take({
    event: { ...event, requestId: event.requestId },
    ...(typeof id === 'string' ? { webhookId: id } : {}),
  });
}

/** Nothing if it is longer than an event can be. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > largestBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
