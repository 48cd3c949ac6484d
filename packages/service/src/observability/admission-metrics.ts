import { Gauge, type Registry } from 'prom-client';

/** What back-pressure says of itself. */
export interface AdmissionState {
  /** How long the oldest work that waits for the service has been due, in seconds. */
  readonly lag: number;
  /** Messages a second that this replica admits; infinite while it refuses none. */
  readonly perSecond: number;
}

export function createAdmissionMetrics(registers: Registry[], admission: AdmissionState): void {
  new Gauge({
    name: 'cascade_work_lag_seconds',
    help: 'How long the oldest work that waits for the service has been due; retries do not count.',
    registers,
    collect() {
      this.set(admission.lag);
    },
  });
  new Gauge({
    name: 'cascade_admission_limit',
    help: 'Messages a second that this replica admits; +Inf while it refuses none.',
    registers,
    collect() {
      this.set(admission.perSecond);
    },
  });
}
