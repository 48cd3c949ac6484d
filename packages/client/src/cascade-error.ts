import type { ScheduleFailure } from './failure.ts';

/** What `scheduleOrThrow` throws: the failure that `schedule` would have returned, as an Error. */
export class CascadeError extends Error {
  readonly failure: ScheduleFailure;

  constructor(failure: ScheduleFailure) {
    super(failure.code ?? failure.kind);
    this.name = 'CascadeError';
    this.failure = failure;
  }
}
