import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import { createAdmission } from './admission.ts';
import { readLag, watchLag } from './watch-lag.ts';

interface AdmissionOptions {
  readonly pool: Pool;
  /** The lag that must not be exceeded, in seconds. */
  readonly boundSeconds: number;
  readonly log: Log;
}

/** Admits messages by the lag of a database, which is measured until it is stopped. */
export function startAdmission({ pool, boundSeconds, log }: AdmissionOptions) {
  const admission = createAdmission({ boundSeconds });
  const { stop } = watchLag({ admission, read: () => readLag(pool), log });
  return { admission, stop };
}
