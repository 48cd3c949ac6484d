import { setTimeout } from 'node:timers/promises';
import type { HttpRequest } from '@cascade/contract';
import { type Answer, send } from './requests.ts';

/** Does the work for each item, `callers` at once; results are in the order of the items. */
export async function sideBySide<Item, Result>(
  callers: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  const caller = async () => {
    for (const [index, item] of rest) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return results;
}

/** Rounds over all services, a second apart: longer than any of them is too busy. */
const rounds = 60;

/**
 * Sends a request to each service in turn, again and again as Retry-After asks, until one has room for it; true if it is
 * accepted. After a broken connection, or 503, `requestId-is-not-unique` means that an earlier try was accepted.
 */
export async function insist(urls: readonly string[], request: HttpRequest): Promise<boolean> {
  let isAmbiguous = false;
  for (let round = 0; round < rounds; round += 1) {
    for (const url of urls) {
      const answer = await send(url, request).catch(() => undefined);
      if (answer !== undefined && answer.status !== 503)
        return answer.status === 200 || (isAmbiguous && isRepeat(answer));
      isAmbiguous = true;
    }
    await setTimeout(1_000);
  }
  return false;
}

function isRepeat({ body }: Answer): boolean {
  return JSON.stringify(body).includes('requestId-is-not-unique');
}
