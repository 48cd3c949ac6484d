import { Gauge, Histogram, type Registry } from 'prom-client';

/** Measures the group commit of the intake; `waiting` returns the number of waiting requests. */
export function createIntakeMetrics(
  registers: Registry[],
  waiting: () => number,
): (size: number, seconds: number) => void {
  const batches = new Histogram({
    name: 'cascade_intake_batch_size',
    help: 'Requests that shared one commit.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  const commits = new Histogram({
    name: 'cascade_intake_commit_seconds',
    help: 'Duration of one commit of the intake.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
    registers,
  });
  new Gauge({
    name: 'cascade_intake_waiting',
    help: 'Requests that wait for a commit.',
    registers,
    collect() {
      this.set(waiting());
    },
  });
  return (size, seconds) => {
    batches.observe(size);
    commits.observe(seconds);
  };
}
