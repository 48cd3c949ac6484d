import { createServer, type ServerResponse } from 'node:http';

/**
 * The floor: Node's HTTP server without anything of ours. It refuses every key but the stranger's from the headers
 * alone, and closes the connection without reading the body; the stranger's body is read and answered.
 */
const server = createServer((request, response) => {
  if (request.headers['x-api-key'] !== 'stranger-key') {
    response.setHeader('connection', 'close');
    answer(response, 400, '{"title":"matched-template-not-found","status":400}');
    return;
  }
  request.resume().once('end', () => answer(response, 200, '{}'));
});

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.(`http://127.0.0.1:${address?.port}`);
});
process.once('disconnect', () => process.exit());
