/** The submits that may be without a response at a time. */
export interface SubmitWindow {
  /**
   * Waits for a place, which is held until it is freed: also when the call that took it has ended.
   * @param goesAlone Whether nothing else may have a place meanwhile; asked each time that one is free.
   * @throws the reason of the signal.
   */
  take(goesAlone: () => boolean, signal: AbortSignal): Promise<Place>;
}

/** One of the window. */
export interface Place {
  /** Idempotent. */
  free(): void;
}

export function createSubmitWindow(most: number): SubmitWindow {
  const waiting = new Set<() => void>();
  let taken = 0;
  let isAloneTaken = false;

  function hasRoom(isAlone: boolean): boolean {
    return isAlone ? taken === 0 : taken < most && !isAloneTaken;
  }

  function wake(): void {
    const all = [...waiting];
    waiting.clear();
    for (const resolve of all) resolve();
  }

  function change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      const abort = () => {
        waiting.delete(go);
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      waiting.add(go);
    });
  }

  return {
    async take(goesAlone, signal) {
      signal.throwIfAborted();
      while (!hasRoom(goesAlone())) await change(signal);
      const isAlone = goesAlone();
      let isHeld = true;
      taken += 1;
      if (isAlone) isAloneTaken = true;
      return {
        free() {
          if (!isHeld) return;
          isHeld = false;
          taken -= 1;
          if (isAlone) isAloneTaken = false;
          wake();
        },
      };
    },
  };
}
