/**
 * Runs in a container by itself: the way from the service to database (5432) and receiver (8443). It carries
 * bytes, each direction delayed by as many milliseconds as a request to 8080 last said: `/?delay=100`.
 */

import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';

let delay = 0;

carry(5432, 'postgres');
carry(8443, 'receiver');

createHttpServer((request, response) => {
  delay = Number(new URL(request.url ?? '/', 'http://path').searchParams.get('delay') ?? delay);
  response.end(String(delay));
}).listen(8080);

process.once('SIGTERM', () => process.exit(0));

function carry(port: number, host: string): void {
  createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const server = connect({ host, port, allowHalfOpen: true, noDelay: true });
    join(client, server);
    join(server, client);
  }).listen(port);
}

/** Bytes stay in order, also when the delay becomes shorter. */
function join(from: Socket, to: Socket): void {
  let last = 0;
  const later = (act: () => void) => {
    last = Math.max(last, performance.now() + delay);
    setTimeout(act, last - performance.now());
  };
  const queue: (() => void)[] = [];
  const inOrder = (act: () => void) => {
    queue.push(act);
    later(() => queue.shift()?.());
  };
  from.on('data', (bytes) => inOrder(() => to.write(bytes)));
  from.on('end', () => inOrder(() => to.end()));
  from.on('error', () => to.destroy());
  from.on('close', () => inOrder(() => to.destroySoon()));
}
