import type { ServerResponse } from 'node:http';
import { serve } from '@cascade/repository/test-kit';

/**
 * The floor: Node's HTTP server without anything of ours. It answers at once to the key that its argument
 * names, when the body has come; any other key it refuses from the headers alone, and closes the connection
 * without reading the body.
 */
const [key] = process.argv.slice(2);
const accepted = '{"requestId":"6a1f0c2b-4d5e-4691-8111-12222aaaa001"}';

const { url } = await serve((request, response) => {
  if (request.headers['x-api-key'] === key) {
    request.resume().once('end', () => answer(response, 200, accepted));
    return;
  }
  response.setHeader('connection', 'close');
  answer(response, 400, '{"title":"matched-template-not-found","status":400}');
});

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

process.send?.(url);
process.once('disconnect', () => process.exit());
