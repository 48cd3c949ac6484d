/** One run of a peer. */
export interface Look {
  readonly complaints: readonly string[];
  readonly isTimedOut: boolean;
  readonly seconds: number;
}

/** What the peer complains of; nothing, if it takes longer: then the signal says so. */
export async function within(
  seconds: number,
  complain: (signal: AbortSignal) => Promise<readonly string[]>,
): Promise<Look> {
  const begin = performance.now();
  const timeout = new AbortController();
  const nothing = new Promise<readonly string[]>((resolve) => {
    timeout.signal.addEventListener('abort', () => resolve([]), { once: true });
  });
  const timer = setTimeout(() => timeout.abort(), seconds * 1_000);
  const complaints = await Promise.race([complain(timeout.signal), nothing]).finally(() =>
    clearTimeout(timer),
  );
  const isTimedOut = timeout.signal.aborted;
  return {
    complaints: isTimedOut ? [] : complaints,
    isTimedOut,
    seconds: (performance.now() - begin) / 1_000,
  };
}
