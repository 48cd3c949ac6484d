import type { Log } from '../../log.ts';
import type { Shutdown } from '../../shutdown.ts';
import { stopBudget } from '../../stop-budget.ts';
import type { Connections } from './connections.ts';
import { AbandonedDatabaseError } from './errors.ts';

/** Milliseconds that a stop waits for the database. */
export interface StopLimits {
  /** If it does not answer: it may be restarting, or another server may take over. */
  readonly away: number;
  /** In any case: attempts of gateways and callbacks must be able to end in it. */
  readonly total: number;
  readonly tick: number;
}

const defaultLimits: StopLimits = { away: 10_000, total: stopBudget.database * 1_000, tick: 250 };

/**
 * Runs a stop. Gives the database up if it is away, or if the stop takes too long: what waits for it rejects
 * then.
 */
export async function withinLimit(
  connections: Pick<Connections, 'isAway' | 'abandon'>,
  log: Log,
  shutdown: Pick<Shutdown, 'run' | 'waitsFor'>,
  { away, total, tick }: StopLimits = defaultLimits,
): Promise<void> {
  const begin = performance.now();
  let isAbandoned = false;
  const timer = setInterval(() => {
    const elapsed = performance.now() - begin;
    if (isAbandoned || elapsed < (connections.isAway ? away : total)) return;
    isAbandoned = true;
    const { waitsFor } = shutdown;
    log.error({ seconds: Math.round(elapsed / 1_000), waitsFor }, 'stopping without the database');
    connections.abandon(new AbandonedDatabaseError());
  }, tick);
  try {
    await shutdown.run(log);
  } finally {
    clearInterval(timer);
  }
}
