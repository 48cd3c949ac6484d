import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The receiver of a run's callbacks. It is never killed. */
export interface CountingReceiver {
  readonly url: string;
  /** How often each status event was received, by webhook-id. */
  readonly times: ReadonlyMap<string, number>;
  /** The request ids that were reported DELIVERED. */
  readonly delivered: ReadonlySet<string>;
  close(): void;
}

export async function startReceiver(): Promise<CountingReceiver> {
  const times = new Map<string, number>();
  const delivered = new Set<string>();
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const { requestId, status } = JSON.parse(await bodyOf(request));
      const id = String(request.headers['webhook-id']);
      times.set(id, (times.get(id) ?? 0) + 1);
      if (status === 'DELIVERED') delivered.add(requestId);
    }
    response.end();
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/status`, times, delivered, close };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
