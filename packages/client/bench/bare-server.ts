import { createServer } from 'node:http';

/** Answers at once, in its own process: the fastest that a provider can be. */
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"requestId":"6a1f0c2b-4d5e-4691-8111-12222aaaa001"}');
  });
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
