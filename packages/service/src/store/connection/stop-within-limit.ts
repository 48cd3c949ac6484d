import type { Log } from '../../log.ts';
import type { Connections } from './connections.ts';

/** Milliseconds that a stop waits for the database. */
export interface StopLimits {
  /** If it fell silent: for statements under way on other connections. */
  readonly silent: number;
  /** In any case: attempts of gateways and callbacks must be able to end in it. */
  readonly total: number;
  readonly tick: number;
}

/** The service stops. Callers may ask another replica: the code is that of a broken connection. */
class AbandonedDatabaseError extends Error {
  readonly code = 'ECONNRESET';

  constructor() {
    super('the service has stopped using the database');
    this.name = 'AbandonedDatabaseError';
  }
}

const defaultLimits: StopLimits = { silent: 5_000, total: 45_000, tick: 250 };

/** Runs a stop. Gives the database up if it is silent, or if the stop takes too long: what waits for it rejects then. */
export async function withinLimit(
  connections: Pick<Connections, 'isSilent' | 'abandon'>,
  log: Log,
  stop: () => Promise<void>,
  { silent, total, tick }: StopLimits = defaultLimits,
): Promise<void> {
  const begin = performance.now();
  let isAbandoned = false;
  const timer = setInterval(() => {
    const elapsed = performance.now() - begin;
    if (isAbandoned || elapsed < (connections.isSilent ? silent : total)) return;
    isAbandoned = true;
    log.error({ seconds: Math.round(elapsed / 1_000) }, 'stopping without the database');
    connections.abandon(new AbandonedDatabaseError());
  }, tick);
  try {
    await stop();
  } finally {
    clearInterval(timer);
  }
}
