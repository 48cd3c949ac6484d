import { request } from 'node:http';
import type { Asked, Seen } from '../../mutants/witness/witness.ts';

/** Sends over a connection of its own, with header names as they are written. */
export function send(base: string, { method = 'GET', path = '/', headers = {}, body }: Asked): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const length = { 'content-length': Buffer.byteLength(bytes) };
    const outgoing = request(base + path, { method, headers: { ...headers, ...length }, agent: false });
    outgoing.on('error', reject).on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
          ),
          text: Buffer.concat(chunks).toString(),
          writtenNames: incoming.rawHeaders.filter((_, at) => at % 2 === 0),
        }),
      );
    });
    outgoing.end(bytes);
  });
}
