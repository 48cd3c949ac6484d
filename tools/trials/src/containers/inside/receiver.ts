/**
 * Runs in a container by itself: a callback receiver over TLS on 8443, and on 8080 how often each status
 * event came, and which request ids were delivered.
 */

import { readFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import { json } from 'node:stream/consumers';

const times = new Map<string, number>();
const delivered = new Set<string>();
const tls = { key: readFileSync('/trial/key.pem'), cert: readFileSync('/trial/cert.pem') };

createServer(tls, async (request, response) => {
  if (request.method === 'POST') {
    const event = (await json(request)) as { readonly requestId: string; readonly status: string };
    const id = String(request.headers['webhook-id']);
    times.set(id, (times.get(id) ?? 0) + 1);
    if (event.status === 'DELIVERED') delivered.add(event.requestId);
  }
  response.end();
}).listen(8443);

createPlainServer((_, response) => {
  response.end(JSON.stringify({ times: [...times], delivered: [...delivered] }));
}).listen(8080);

process.once('SIGTERM', () => process.exit(0));
