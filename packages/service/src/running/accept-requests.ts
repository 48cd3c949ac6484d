import { createIntake, type Intake, type IntakeOptions } from '../intake/create-intake.ts';
import { createWriteWatch, type WriteWatch, writeOnce } from '../store/write-watch.ts';
import type { RunOptions } from './run-options.ts';

/** Takes requests, and sees by them whether the database takes writes. */
export interface RequestIntake extends Pick<Intake, 'submit'> {
  /** The number of requests that wait for a commit. */
  waiting(): number;
  readonly writes: WriteWatch;
}

export function acceptRequests(
  around: Pick<IntakeOptions, 'pool' | 'idPool' | 'enqueue'>,
  { metrics: { onCommit }, shutdown }: RunOptions,
): RequestIntake {
  const intake = createIntake({ ...around, onCommit });
  const waiting = () => intake.waiting;
  shutdown.add({ of: 'intake', end: intake.drained, underWay: waiting });
  const writes = createWriteWatch({ write: () => writeOnce(around.pool) });
  return {
    waiting,
    writes,
    submit(item) {
      const submitted = intake.submit(item);
      submitted.then((verdict) => verdict === 'accepted' && writes.committed(), writes.failed);
      return submitted;
    },
  };
}
