import { randomUUID } from 'node:crypto';
import { post } from '../faults/traffic.ts';
import type { Party } from './parties.ts';

/** Messages of one account, in turn through its cascades. */
export interface Rate {
  readonly key: string;
  readonly perSecond: number;
  readonly cascades: number;
}

export interface SteadyTraffic {
  /** Resolves when all requests are answered. */
  stop(): Promise<{ readonly accepted: number; readonly refused: number }>;
}

const tick = 50; // milliseconds

/** Sends each account's messages at a steady rate. */
export function startSteadyTraffic(url: string, rates: readonly Rate[]): SteadyTraffic {
  const answers: Promise<boolean>[] = [];
  // Spread over a second, so that not all accounts send in the same tick.
  const due = new Map(rates.map(({ key }, at) => [key, at / rates.length]));
  const next = new Map<string, number>();
  const timer = setInterval(() => {
    for (const { key, perSecond, cascades } of rates) {
      let owed = (due.get(key) ?? 0) + (perSecond * tick) / 1_000;
      for (; owed >= 1; owed -= 1) {
        const at = next.get(key) ?? 0;
        next.set(key, (at + 1) % cascades);
        answers.push(schedule(url, key, at + 1));
      }
      due.set(key, owed);
    }
  }, tick);
  return {
    async stop() {
      clearInterval(timer);
      const all = await Promise.all(answers);
      const accepted = all.filter(Boolean).length;
      return { accepted, refused: all.length - accepted };
    },
  };
}

async function schedule(url: string, key: string, cascadeId: number): Promise<boolean> {
  const requestId = randomUUID();
  const { statusCode, body } = await post(`${url}/api/cascade/schedule`, key, {
    requestId,
    cascadeId,
    subscriberFilter: { address: '+12025550199', type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: requestId } },
  });
  await body.dump();
  return statusCode === 200;
}

/** Registers `?n=1`, `?n=2` and so on, twice a second. */
export function registerNewUrls(url: string, parties: readonly Party[]) {
  let count = 0;
  const timer = setInterval(() => {
    for (const { name, urls } of parties) {
      count += 1;
      const statusCallbackUrl = `${urls[0]}?n=${count}`;
      void post(`${url}/api/callback/set`, name, { statusCallbackUrl, subjectId: 1 }).then(({ body }) =>
        body.dump(),
      );
    }
  }, 500);
  return {
    get count() {
      return count;
    },
    stop: () => clearInterval(timer),
  };
}
