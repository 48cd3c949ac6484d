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

/**
 * Sends a request to each service in turn until one answers; true if it is accepted. After a broken connection,
 * `requestId-is-not-unique` means that an earlier try was accepted.
 */
export async function insist(urls: readonly string[], request: HttpRequest): Promise<boolean> {
  let isAmbiguous = false;
  for (const url of urls) {
    const answer = await send(url, request).catch(() => undefined);
    if (answer !== undefined) return answer.status === 200 || (isAmbiguous && isRepeat(answer));
    isAmbiguous = true;
  }
  return false;
}

function isRepeat({ body }: Answer): boolean {
  return JSON.stringify(body).includes('requestId-is-not-unique');
}
