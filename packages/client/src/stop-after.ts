/** What ends an attempt or a wait. */
export interface Stop {
  readonly signal: AbortSignal;
  /** Rejects when the signal fires. */
  readonly stopped: Promise<never>;
  /** To be called when nothing needs to be ended any more. */
  clear(): void;
}

/** Fires after a time, or with another signal if that is earlier. */
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
