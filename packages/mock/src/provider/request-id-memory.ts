/** Used request ids, compared without letter case (ADR-0007). */
export interface RequestIdMemory {
  has(requestId: string): boolean;
  add(requestId: string): void;
}

/** Remembers the last `capacity` request ids, so that a mock that runs for weeks stays small. */
export function createRequestIdMemory(capacity = 100_000): RequestIdMemory {
  const used = new Set<string>();
  return {
    has: (requestId) => used.has(requestId.toLowerCase()),
    add(requestId) {
      used.add(requestId.toLowerCase());
      if (used.size <= capacity) return;
      const [oldest] = used;
      if (oldest !== undefined) used.delete(oldest);
    },
  };
}
