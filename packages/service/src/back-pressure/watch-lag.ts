import { describeError, type Log } from '../log.ts';
import { withTimeout } from '../with-timeout.ts';
import type { Admission } from './admission.ts';

export interface LagWatchOptions {
  readonly admission: Admission;
  /** Resolves to the lag, in seconds. */
  readonly read: () => Promise<number>;
  readonly log: Log;
  /** Milliseconds between two measurements; 500 if absent. */
  readonly pause?: number;
}

const patienceSeconds = 2;

/**
 * Measures the lag until it is stopped, and logs when the service begins and ends to refuse messages. While the database
 * does not answer, admission stays as it was.
 */
export function watchLag({ admission, read, log, pause = 500 }: LagWatchOptions): { stop(): Promise<void> } {
  let isStopping = false;
  let wake = () => {};
  let isRefusing = false;
  let before = performance.now();

  async function measure(): Promise<void> {
    const lag = await withTimeout(patienceSeconds, read());
    const at = performance.now();
    admission.measured(lag, (at - before) / 1_000);
    before = at;
    const { perSecond } = admission;
    if (Number.isFinite(perSecond) === isRefusing) return;
    isRefusing = !isRefusing;
    if (isRefusing)
      log.warn({ lag, perSecond }, 'the service is behind with its work and refuses some messages');
    else log.info({ lag }, 'the service has caught up and refuses no more messages');
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (!isStopping)
        await measure().catch((error) => log.debug?.({ error: describeError(error) }, 'no lag'));
    }
  }

  const running = run();
  return {
    stop() {
      isStopping = true;
      wake();
      return running;
    },
  };
}
