/** Which attempt has which reference, for the latest of them: the store knows a little later. */
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

/** As the youngest entry; the oldest goes. */
export function put<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
