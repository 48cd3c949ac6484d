import type { Prometheus } from './prometheus.ts';

/** What became of one alert. */
export interface Seen {
  readonly alert: string;
  /** What was done to make it fire. */
  readonly cause: string;
  /** Seconds from the cause until Prometheus had it pending, if it waits, and firing; null if it did not fire. */
  readonly pendingAfter: number | null;
  readonly firingAfter: number | null;
  /** Whether it was silent before. */
  readonly silentBefore: boolean;
}

/** Resolves when all these alerts fire, or after `seconds`. */
export async function seeFiring(
  prometheus: Prometheus,
  causes: Readonly<Record<string, string>>,
  { since, seconds }: { readonly since: number; readonly seconds: number },
): Promise<readonly Seen[]> {
  const seen = new Map<
    string,
    { pendingAfter: number | null; firingAfter: number | null; silentBefore: boolean }
  >();
  const first = await prometheus.states();
  for (const alert of Object.keys(causes))
    seen.set(alert, { pendingAfter: null, firingAfter: null, silentBefore: first.get(alert) === 'inactive' });
  const elapsed = () => Math.round((performance.now() - since) / 100) / 10;
  while (elapsed() < seconds && [...seen.values()].some(({ firingAfter }) => firingAfter === null)) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const states = await prometheus.states();
    for (const [alert, one] of seen) {
      const state = states.get(alert);
      if (state === 'pending') one.pendingAfter ??= elapsed();
      if (state === 'firing') one.firingAfter ??= elapsed();
    }
  }
  return [...seen].map(([alert, times]) => ({ alert, cause: causes[alert] ?? '', ...times }));
}
