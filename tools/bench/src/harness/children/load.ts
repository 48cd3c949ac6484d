import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { bodyOf, headersOf, schedulePath } from '../callers.ts';
import { load, quantile } from '../statistics.ts';

/** What is sent, and where; it must be JSON. */
export interface LoadOptions {
  /** Replicas, which take turns; or Kannel's sendsms box. */
  readonly urls: readonly string[];
  /** Keys of the accounts, which take turns; or Kannel's password. */
  readonly keys: readonly string[];
  /** Messages a second; as many as the connections can after a warm-up, if absent. */
  readonly rate?: number;
  readonly seconds: number;
  readonly connections: number;
  /** Sends by Kannel's API, which gets the address of the receiver and the mask of its reports. */
  readonly kannel?: { readonly callbackUrl: string; readonly mask: number };
  /** When the cascades begin; at once if absent. */
  readonly startTime?: string;
}

/** What a load was answered. */
export type Sent = typeof sent;

/**
 * Sends messages at an even rate, and catches up after a slow moment within the limit of its connections.
 * Sends {@link Sent} to the parent at the end, or as soon as it is told to end.
 */
const options: LoadOptions = JSON.parse(process.argv[2] ?? '{}');
const { urls, keys, rate, seconds, connections, kannel, startTime } = options;
const pools = urls.map((url) => new Pool(url, { connections }));
const headers = keys.map(headersOf);
const begin = performance.now();
const accepted: string[] = [];
const times: number[] = [];
let begun = 0;
let refused = 0;
let unanswered = 0;
let isOver = false;
process.on('message', () => {
  isOver = true;
});

async function caller(perSecond: number): Promise<void> {
  while (begun < perSecond * seconds && !isOver) {
    const number = begun;
    begun += 1;
    const early = begin + (number / perSecond) * 1_000 - performance.now();
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
    await sendOne(number);
  }
}

async function sendOne(number: number): Promise<void> {
  const requestId = randomUUID();
  const body = bodyOf(requestId, startTime === undefined ? {} : { startTime });
  const sentAt = performance.now();
  try {
    const pool = pools[number % pools.length];
    if (pool === undefined) throw new Error('a load needs an address');
    const answer = await pool.request(kannel ? kannelRequest(body, kannel) : cascadeRequest(body, number));
    await answer.body.dump();
    times.push(performance.now() - sentAt);
    if (answer.statusCode === 200 || answer.statusCode === 202) accepted.push(requestId);
    else refused += 1;
  } catch {
    unanswered += 1;
  }
}

function cascadeRequest(body: string, number: number) {
  return {
    method: 'POST',
    path: schedulePath,
    headers: headers[number % headers.length] ?? {},
    body,
  } as const;
}

/** The same number, text and time. */
function kannelRequest(body: string, { callbackUrl, mask }: NonNullable<LoadOptions['kannel']>) {
  const { requestId, subscriberFilter, content, comment } = JSON.parse(body);
  const query = new URLSearchParams({
    username: 'bench',
    password: keys[0] ?? '',
    from: 'codes',
    to: subscriberFilter.address,
    text: content.smsContent.text,
    'dlr-mask': String(mask),
    'dlr-url': `${callbackUrl}?id=${requestId}&sent=${comment}&type=%d`,
  });
  return { method: 'GET', path: `/cgi-bin/sendsms?${query}` } as const;
}

const throughput =
  rate === undefined
    ? await load(connections, seconds, () => {
        begun += 1;
        return isOver ? new Promise((resolve) => setTimeout(resolve, 10)) : sendOne(begun);
      })
    : void (await Promise.all(Array.from({ length: connections }, () => caller(rate))));
const took = (performance.now() - begin) / 1_000;
times.sort((a, b) => a - b);
const sent = {
  /** The request ids. */
  accepted,
  refused,
  unanswered,
  seconds: took,
  p50Milliseconds: quantile(times, 0.5),
  /** Without a rate. */
  ...(throughput !== undefined && { throughput }),
};
await Promise.all(pools.map((pool) => pool.destroy()));
// Thousands of ids are more than one write: they must have left before the channel closes.
process.send?.(sent, undefined, undefined, () => process.disconnect());
