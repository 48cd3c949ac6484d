/** A Set or a Map, in the order of insertion. */
interface Kept<Key> {
  readonly size: number;
  keys(): Iterator<Key>;
  delete(key: Key): boolean;
}

/**
 * Returns a function that deletes the oldest key if there are more than the capacity, and returns it. Call it
 * after each insertion.
 *
 * One iterator for the whole life of the keys: a new one would walk over all keys deleted before, which takes
 * V8 longer than the rest of a request.
 */
export function createForgetting<Key>(kept: Kept<Key>, capacity: number): () => Key | undefined {
  const oldest = kept.keys();
  return () => {
    if (kept.size <= capacity) return undefined;
    const next = oldest.next();
    if (next.done === true) return undefined;
    kept.delete(next.value);
    return next.value;
  };
}
