import { randomUUID } from 'node:crypto';
import { createStatusHandler } from '@cascade/webhooks';
import { Webhook } from 'standardwebhooks';
import type { Part, Turn } from './part.ts';

const secret = `whsec_${Buffer.from('cascade-bench-secret-of-32-bytes').toString('base64')}`;
const library = new Webhook(secret);
const atOnce = 200;

export const webhooks: Part = {
  name: 'webhooks',
  says: 'takes a signed callback as a `Request`: reads it, verifies it, parses it and answers; ours also checks its size and its shape, and handles each event once',
  peer: '`standardwebhooks`, the official library, in a handler of four lines',
  figures: { time: { says: 'a callback', unit: 'µs', better: 'lower' } },
  async prepare({ seconds }) {
    const ours = createStatusHandler({ secrets: [secret], onStatus: () => {} });
    const peer = async (request: Request) => {
      library.verify(await request.text(), Object.fromEntries(request.headers));
      return new Response(null, { status: 204 });
    };
    return { ours: measure(seconds(0.8), ours), peer: measure(seconds(0.8), peer), async close() {} };
  },
};

/** Makes the requests before it looks at the clock. */
function measure(seconds: number, handle: (request: Request) => Promise<Response>): Turn {
  const takeAll = async (forSeconds: number) => {
    let spent = 0;
    let taken = 0;
    while (spent < forSeconds * 1_000) {
      const requests = Array.from({ length: atOnce }, callback);
      const begin = performance.now();
      for (const request of requests) {
        const { ok, status } = await handle(request);
        if (!ok) throw new Error(`a callback was answered ${status}`);
      }
      spent += performance.now() - begin;
      taken += requests.length;
    }
    return (spent / taken) * 1_000;
  };
  return async () => {
    await takeAll(seconds / 3);
    return { time: await takeAll(seconds) };
  };
}

function callback(): Request {
  const at = new Date();
  const id = randomUUID();
  const body = JSON.stringify({
    requestId: randomUUID(),
    messageId: 4_711,
    cascadeId: 2002,
    cascadeStageUUID: '8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002',
    status: 'DELIVERED',
    statusTime: at.toISOString(),
  });
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': library.sign(id, at, body),
  };
  return new Request('http://127.0.0.1/status', { method: 'POST', headers, body });
}
