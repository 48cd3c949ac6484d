/** The time limit of an attempt or a delay. */
export interface Stop {
  readonly signal: AbortSignal;
  /** Rejects when the signal fires. */
  readonly stopped: Promise<never>;
  /** Releases the timer and the listener. */
  clear(): void;
}

/** Fires after `ms`, or earlier with the outer signal. */
export function stopAfter(ms: number, outer: AbortSignal | undefined): Stop {
  const controller = new AbortController();
  const { signal } = controller;
  const stop = () => {
    clear();
    controller.abort();
  };
  const clear = () => {
    clearTimeout(timer);
    outer?.removeEventListener('abort', stop);
  };
  const timer = setTimeout(stop, ms);
  outer?.addEventListener('abort', stop);
  const stopped = new Promise<never>((_, reject) => {
    signal.onabort = reject;
  });
  return { signal, stopped, clear };
}
