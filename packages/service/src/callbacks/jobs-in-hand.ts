import type { Job } from 'pg-boss';
import type { CallbackJob } from './callback-jobs.ts';
import type { FirstAttempts } from './first-attempts.ts';
import type { EventInHand } from './pending-callback.ts';

/** The callback jobs that this process holds, each until all of its events are resolved. */
export interface JobsInHand {
  /** Events that are not resolved yet. */
  readonly events: number;
  take(batch: readonly Job<CallbackJob>[]): void;
  /**
   * The jobs that are complete once these events are resolved. If a connection was lost since a job was taken, the outcomes
   * of its other events may be lost with a former server: it is not completed, and runs again.
   */
  completedBy(events: readonly EventInHand[]): readonly Job<CallbackJob>[];
  /**
   * Ends the wait for one event. If its outcome could not be recorded, the job is not completed and runs
   * again.
   */
  letGo(event: Pick<EventInHand, 'job' | 'eventId'>, recorded: boolean): void;
}

interface Hold {
  open: number;
  recorded: boolean;
  /** Connections lost before it was taken. */
  readonly breaks: number;
}

/**
 * @param firstAttempts learns which events are held.
 * @param release called with each job whose events are all let go of.
 * @param breaks how many connections were lost so far.
 */
export function createJobsInHand(
  firstAttempts: Pick<FirstAttempts, 'take' | 'letGo'>,
  release: (job: Job<CallbackJob>) => void,
  breaks: () => number,
): JobsInHand {
  const holds = new Map<string, Hold>();
  let events = 0;
  return {
    get events() {
      return events;
    },
    take(batch) {
      for (const { id, data } of batch) {
        holds.set(id, { open: data.eventIds.length, recorded: true, breaks: breaks() });
        events += data.eventIds.length;
        firstAttempts.take(data.eventIds);
      }
    },
    completedBy(outcomes) {
      const byJob = Map.groupBy(outcomes, ({ job }) => job.id);
      return [...byJob.values()].flatMap((ofJob) => {
        const [{ job } = {}] = ofJob;
        const hold = job === undefined ? undefined : holds.get(job.id);
        const isSure = hold?.recorded === true && hold.breaks === breaks();
        return job !== undefined && isSure && hold.open === ofJob.length ? [job] : [];
      });
    },
    letGo({ job, eventId }, recorded) {
      firstAttempts.letGo(eventId);
      const hold = holds.get(job.id);
      if (hold === undefined) return;
      events -= 1;
      hold.open -= 1;
      hold.recorded &&= recorded;
      if (hold.open > 0) return;
      holds.delete(job.id);
      release(job);
    },
  };
}
