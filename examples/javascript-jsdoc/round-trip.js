import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createCascadeClient } from '@cascade/client';
import { createStatusHandler } from '@cascade/webhooks';
import { toNodeHandler } from '@cascade/webhooks/node';

const {
  CASCADE_URL = 'http://127.0.0.1:4012',
  CASCADE_API_KEY = 'example-key',
  CALLBACK_SECRET,
} = process.env;
const address = process.argv[2] ?? '+12025550199';
const client = createCascadeClient({ baseUrl: CASCADE_URL, apiKey: CASCADE_API_KEY });

/** @type {PromiseWithResolvers<import('@cascade/webhooks').ReceivedEvent>} */
const outcome = Promise.withResolvers();
const requestId = randomUUID();

const listener = toNodeHandler(
  createStatusHandler({
    secrets: [CALLBACK_SECRET],
    onStatus(event) {
      if (event.requestId === requestId && isFinal(event)) outcome.resolve(event);
    },
  }),
);
const server = createServer((request, response) => void listener(request, response));
server.listen(0, '127.0.0.1');
await once(server, 'listening');

await mustWork(client.setCallback({ statusCallbackUrl: urlOf(server) }));
await mustWork(
  client.schedule({
    requestId,
    cascadeId: 2002,
    subscriberFilter: { address, type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: `Code ${randomInt(100_000, 1_000_000)}` } },
  }),
);
const { reason } = await outcome.promise;
console.log(reason === null ? 'arrived' : `did not arrive: ${reason}`);
server.closeAllConnections();
server.close();

/** @param {import('@cascade/webhooks').ReceivedEvent} event */
function isFinal({ status }) {
  return status === 'DELIVERED' || status === 'UNDELIVERED';
}

/** @param {Promise<{ error?: import('@cascade/client').Failure | undefined }>} call */
async function mustWork(call) {
  const { error } = await call;
  if (error) throw new Error(error.code ?? error.kind);
}

/** @param {import('node:http').Server} server */
function urlOf(server) {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${bound.port}/status`;
}
