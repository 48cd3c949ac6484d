import type { Pool } from 'pg';
import { describeError, type Log } from '../log.ts';
import { poll } from '../poll.ts';
import { prepared } from '../store/prepared.ts';
import { t } from '../store/tables.ts';
import { withTimeout } from '../with-timeout.ts';
import type { Admission } from './admission.ts';

interface LagWatchOptions {
  readonly admission: Admission;
  /** Resolves to the lag, in seconds. */
  readonly read: () => Promise<number>;
  readonly log: Log;
  /** Milliseconds between two measurements; 500 if absent. */
  readonly pause?: number;
  /** Milliseconds of a clock that nothing sets. */
  readonly now?: () => number;
}

const patienceSeconds = 2;

/**
 * Measures the lag until it is stopped, and logs when the service begins and ends to refuse messages. While
 * the database does not answer, admission stays as it was.
 */
export function watchLag(options: LagWatchOptions): { stop(): Promise<void> } {
  const { admission, read, log, pause = 500, now = () => performance.now() } = options;
  let isRefusing = false;
  const startedAt = now();
  let before: number | undefined;
  let lagBefore = 0;

  async function measure(): Promise<void> {
    const found = await withTimeout(patienceSeconds, read());
    const at = now();
    const elapsed = (at - (before ?? startedAt)) / 1_000;
    // Work ages as fast as time passes: what is older all of a sudden shows that the database's clock was
    // set.
    const lag = before === undefined ? found : Math.min(found, lagBefore + elapsed);
    admission.measured(lag, elapsed);
    before = at;
    lagBefore = lag;
    const { perSecond } = admission;
    if (Number.isFinite(perSecond) === isRefusing) return;
    isRefusing = !isRefusing;
    if (isRefusing)
      log.warn({ lag, perSecond }, 'the service is behind with its work and refuses some messages');
    else log.info({ lag }, 'the service has caught up and refuses no more messages');
  }

  return poll(
    async () => {
      await measure().catch((error) => log.debug?.({ error: describeError(error) }, 'no lag'));
      return pause;
    },
    { shortest: pause, longest: pause, first: pause },
  );
}

/**
 * How long the oldest work that only waits for us has been due, in seconds: the first attempts of stages,
 * timers and callbacks that no replica has in memory. What is retried waits for a gateway or a receiver; what
 * has a start time may be due with many others; and a row that is locked is being claimed, so others could
 * not do that work anyway.
 */
export async function readLag(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ lag: number }>(oldestDue([]));
  return rows[0]?.lag ?? 0;
}

const oldestDue = prepared`
select greatest(0, extract(epoch from now() - least(stage.at, callback.at)))::float8 as lag
from (select) as one
left join (
  select due_at as at from ${t.stage_parcels}
  where owner is null and not is_taken and start_at is null and tries = 0 and gateway is null and due_at <= now()
  order by due_at
  limit 1
  for key share skip locked
) as stage on true
left join (
  select written_at as at from ${t.callback_parcels}
  where owner is null and not is_taken
  order by written_at
  limit 1
  for key share skip locked
) as callback on true`;
