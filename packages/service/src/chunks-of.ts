/** Splits a list into chunks of `size`; the last one may be shorter. */
export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, n) => n * size);
  return starts.map((start) => items.slice(start, start + size));
}
