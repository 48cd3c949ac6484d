import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';

/** One request and its answer; times are of the monotonic clock, in milliseconds. */
export interface Call {
  readonly key: string;
  readonly requestId: string;
  readonly begin: number;
  readonly end: number;
  /** Undefined without an answer. */
  readonly status: number | undefined;
  readonly problem: string | undefined;
}

export interface Load {
  readonly calls: readonly Call[];
  /** Milliseconds that the oldest request has been waiting; 0 without one. */
  longestWait(): number;
  /** Resolves when all requests have ended, or were given up after `patienceMs` milliseconds. */
  stop(patienceMs: number): Promise<void>;
}

/** For each key, `callers` that send one request after the other. A request that fails is not repeated. */
export function startLoad(url: string, keys: readonly string[], callers: number): Load {
  const pool = new Pool(url, { connections: keys.length * callers, headersTimeout: 0, bodyTimeout: 0 });
  const calls: Call[] = [];
  const begins = new Set<number>();
  const giveUp = new AbortController();
  let isOver = false;

  async function caller(key: string): Promise<void> {
    while (!isOver) {
      const requestId = randomUUID();
      const begin = performance.now() + Math.random() / 1_000;
      begins.add(begin);
      const answer = await schedule(pool, key, requestId, giveUp.signal);
      begins.delete(begin);
      calls.push({ key, requestId, begin, end: performance.now(), ...answer });
    }
  }

  const all = Promise.all(keys.flatMap((key) => Array.from({ length: callers }, () => caller(key))));
  return {
    calls,
    longestWait: () => (begins.size === 0 ? 0 : performance.now() - Math.min(...begins)),
    async stop(patienceMs) {
      isOver = true;
      const timer = setTimeout(() => giveUp.abort(), patienceMs);
      await all;
      clearTimeout(timer);
      await pool.destroy();
    },
  };
}

async function schedule(pool: Pool, key: string, requestId: string, signal: AbortSignal) {
  const body = JSON.stringify({
    requestId,
    cascadeId: 1,
    subscriberFilter: { address: '+12025550199', type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: requestId } },
  });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  try {
    const answer = await pool.request({
      method: 'POST',
      path: '/api/cascade/schedule',
      headers,
      body,
      signal,
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, problem: answer.statusCode === 200 ? undefined : titleOf(text) };
  } catch {
    return { status: undefined, problem: undefined };
  }
}

function titleOf(text: string): string {
  const problem: unknown = JSON.parse(text);
  return typeof problem === 'object' && problem !== null && 'title' in problem ? String(problem.title) : text;
}
