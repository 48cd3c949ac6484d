import { createServer } from 'node:http';
import { toNodeHandler } from '@cascade/webhooks/node';
import * as route from './app/status/route.ts';

/** Replaces Next here: calls the export named after the method of the request. */
const methods = new Map(Object.entries(route));
const listener = toNodeHandler(
  async (request) => methods.get(request.method)?.(request) ?? new Response(null, { status: 405 }),
);

const server = createServer((request, response) => void listener(request, response));
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  console.log(`listening on http://127.0.0.1:${port}/status`);
});
