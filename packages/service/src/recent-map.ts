/**
 * A map that forgets: it keeps at least the last `limit` keys that were set, and at most twice as many.
 *
 * Two maps that take turns. To delete the oldest key of one map for each new one is slow: V8 walks over all
 * keys deleted before to find it.
 */
export function createRecentMap<Key, Value>(limit: number) {
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();
  return {
    get: (key: Key): Value | undefined => young.get(key) ?? old.get(key),
    set(key: Key, value: Value): void {
      young.set(key, value);
      if (young.size < limit) return;
      old = young;
      young = new Map();
    },
    delete(key: Key): void {
      young.delete(key);
      old.delete(key);
    },
  };
}
