import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { stagedId, stagedKey } from '../accounts-file.ts';

/** In turn: delivered by the first stage; delivered by the second, after the first failed. */
const addresses = ['+12025550199', '+12025550130'];

export interface Callers {
  readonly urls: readonly string[];
  readonly callers: number;
  /** The number of accounts, which take turns. */
  readonly accounts: number;
}

/**
 * `callers` concurrent callers, shared by the replicas, schedule messages until `isOver`. Resolves with the request ids that were
 * answered 200; refused and unanswered requests are left out, because the service promises nothing about
 * them.
 */
export async function sendUntil(
  isOver: () => boolean,
  { urls, callers, accounts }: Callers,
): Promise<string[]> {
  const pools = urls.map((url) => new Pool(url, { connections: callers }));
  const accepted: string[] = [];
  let turn = 0;
  async function caller(pool: Pool): Promise<void> {
    while (!isOver()) {
      const requestId = randomUUID();
      turn += 1;
      const key = stagedKey(Math.floor(turn / addresses.length) % accounts);
      const status = await schedule(pool, {
        key,
        requestId,
        address: addresses[turn % addresses.length] ?? '',
      });
      if (status === 200) accepted.push(requestId);
    }
  }
  const shares = pools.flatMap((pool) => Array.from({ length: callers / pools.length }, () => caller(pool)));
  await Promise.all(shares);
  for (const pool of pools) await pool.destroy();
  return accepted;
}

/** The status of the answer; `undefined` without one. */
async function schedule(
  pool: Pool,
  { key, requestId, address }: { readonly key: string; readonly requestId: string; readonly address: string },
): Promise<number | undefined> {
  const part = { contentType: 'TEXT', text: requestId };
  const body = JSON.stringify({
    requestId,
    cascadeId: stagedId,
    subscriberFilter: { address, type: 'PHONE' },
    content: { chattwoContent: part, smsContent: part },
  });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  try {
    const answer = await pool.request({ method: 'POST', path: '/api/cascade/schedule', headers, body });
    await answer.body.dump();
    return answer.statusCode;
  } catch {
    return undefined;
  }
}
