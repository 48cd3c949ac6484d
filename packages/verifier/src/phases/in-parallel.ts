/** Runs the work for every item, up to `atATime` at once; results are in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  async function worker(): Promise<void> {
    for (const [index, item] of entries) results[index] = await work(item, index);
  }
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
}
