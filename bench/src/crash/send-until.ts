import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';

export const apiKey = 'crash';
export const cascadeId = 2;

/** By turns: delivered at the first stage, and at the second after the first has failed. */
const addresses = ['+12025550199', '+12025550130'];

/**
 * Schedules messages, so many callers side by side, until `isOver`; answers the request ids that were answered 200.
 * What is refused, or never answered, is left alone: nothing is promised about it.
 */
export async function sendUntil(isOver: () => boolean, url: string, callers: number): Promise<string[]> {
  const pool = new Pool(url, { connections: callers });
  const accepted: string[] = [];
  let turn = 0;
  async function caller(): Promise<void> {
    while (!isOver()) {
      const requestId = randomUUID();
      turn += 1;
      const status = await schedule(pool, requestId, addresses[turn % addresses.length] ?? '');
      if (status === 200) accepted.push(requestId);
    }
  }
  await Promise.all(Array.from({ length: callers }, caller));
  await pool.destroy();
  return accepted;
}

/** The status of the answer, or nothing. */
async function schedule(pool: Pool, requestId: string, address: string): Promise<number | undefined> {
  const part = { contentType: 'TEXT', text: requestId };
  const body = JSON.stringify({
    requestId,
    cascadeId,
    subscriberFilter: { address, type: 'PHONE' },
    content: { chattwoContent: part, smsContent: part },
  });
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  try {
    const answer = await pool.request({ method: 'POST', path: '/api/cascade/schedule', headers, body });
    await answer.body.dump();
    return answer.statusCode;
  } catch {
    return undefined;
  }
}
