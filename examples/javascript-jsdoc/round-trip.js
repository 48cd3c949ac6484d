import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createCascadeClient } from '@cascade/client';
import { createStatusHandler, outcomeOf } from '@cascade/webhooks';
import { toNodeHandler } from '@cascade/webhooks/node';

const {
  CASCADE_URL = 'http://127.0.0.1:4012',
  CASCADE_API_KEY = 'example-key',
  CALLBACK_SECRET,
} = process.env;
const address = process.argv[2] ?? '+12025550199';
const client = createCascadeClient({ baseUrl: CASCADE_URL, apiKey: CASCADE_API_KEY });

const cascadeId = 2002;
const requestId = randomUUID();
const cascades = await mustWork(client.listCascades());
const stages = cascades.find(({ id }) => id === cascadeId)?.stages ?? [];

/** @type {import('@cascade/webhooks').ReceivedEvent[]} */
const events = [];
/** @type {PromiseWithResolvers<import('@cascade/webhooks').ReceivedEvent>} */
const ended = Promise.withResolvers();

const listener = toNodeHandler(
  createStatusHandler({
    secrets: [CALLBACK_SECRET],
    onStatus(event) {
      if (event.requestId !== requestId) return;
      events.push(event);
      if (outcomeOf(events, stages) !== 'open') ended.resolve(event);
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
    cascadeId,
    subscriberFilter: { address, type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: `Code ${randomInt(100_000, 1_000_000)}` } },
  }),
);
const { reason } = await ended.promise;
console.log(outcomeOf(events, stages) === 'delivered' ? 'arrived' : `did not arrive: ${reason}`);
server.closeAllConnections();
server.close();

/**
 * @template Data
 * @param {Promise<import('@cascade/client').Result<Data>>} call
 */
async function mustWork(call) {
  const { data, error } = await call;
  if (error) throw new Error(error.code ?? error.kind);
  return data;
}

/** @param {import('node:http').Server} server */
function urlOf(server) {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${bound.port}/status`;
}
