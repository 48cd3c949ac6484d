/** The attempts and references of the latest responses, which are not committed to the store yet. */
export interface References {
  add(attemptId: string, reference: string): void;
  attemptOf(reference: string): string | undefined;
  referenceOf(attemptId: string): string | undefined;
}

export function rememberReferences(most = 10_000): References {
  const attempts = new Map<string, string>();
  const references = new Map<string, string>();
  return {
    add(attemptId, reference) {
      put(attempts, reference, attemptId, most);
      put(references, attemptId, reference, most);
    },
    attemptOf: (reference) => attempts.get(reference),
    referenceOf: (attemptId) => references.get(attemptId),
  };
}

/** Adds an entry as the newest; beyond the limit the oldest is removed. */
export function put<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
