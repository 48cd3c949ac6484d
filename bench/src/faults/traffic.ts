import { randomUUID } from 'node:crypto';
import { request } from 'undici';

/** Messages sent at a steady rate until `stop`. */
export interface Traffic {
  /** Resolves when all requests are answered, with the numbers of accepted and refused ones. */
  stop(): Promise<{ readonly accepted: number; readonly refused: number }>;
}

/** Every `tick` milliseconds, sends each key its number of messages. */
export function startTraffic(url: string, perTick: ReadonlyMap<string, number>, tick: number): Traffic {
  const sent: Promise<boolean>[] = [];
  const timer = setInterval(() => {
    for (const [key, count] of perTick) for (let at = 0; at < count; at += 1) sent.push(schedule(url, key));
  }, tick);
  return {
    async stop() {
      clearInterval(timer);
      const answers = await Promise.all(sent);
      const accepted = answers.filter(Boolean).length;
      return { accepted, refused: answers.length - accepted };
    },
  };
}

/** Sends one message; resolves to whether it was accepted. */
export async function schedule(url: string, key: string): Promise<boolean> {
  const requestId = randomUUID();
  const { statusCode, body } = await post(`${url}/api/cascade/schedule`, key, {
    requestId,
    cascadeId: 1,
    subscriberFilter: { address: '+12025550199', type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: requestId } },
  });
  await body.dump();
  return statusCode === 200;
}

export function post(url: string, key: string, body: object) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  return request(url, { method: 'POST', headers, body: JSON.stringify(body) });
}
