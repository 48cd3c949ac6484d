/** The addresses of an account that answered 410: nothing is sent to them until they are registered again. */
export interface Receivers {
  isGone(url: string): boolean;
  /** The number of registrations so far: what an attempt remembers. */
  version(): number;
  /** An attempt of that version was answered 410, which says nothing of a newer registration (ADR-0018). */
  gone(url: string, version: number): void;
  registered(url: string): void;
}

const mostGone = 1_000;

export function createReceivers(): Receivers {
  const gone = new Set<string>();
  let version = 0;
  return {
    isGone: (url) => gone.has(url),
    version: () => version,
    gone(url, since) {
      if (since !== version) return;
      if (gone.size >= mostGone) gone.clear();
      gone.add(url);
    },
    registered(url) {
      version += 1;
      gone.delete(url);
    },
  };
}
