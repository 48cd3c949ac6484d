import { performance } from 'node:perf_hooks';

/** Whether this process itself is what takes long. */
export type OwnLoad = ReturnType<typeof createOwnLoad>;

/** Milliseconds of a moment. */
const moment = 100;
/** Of its time: then an answer lies unread about as long as a turn of the loop takes. */
const most = 0.75;

/** @param utilization the share of the time since the last call in which the event loop was not idle. */
export function createOwnLoad(utilization: () => number = createUtilization()) {
  let readAt = Number.NEGATIVE_INFINITY;
  let isBusy = false;
  return {
    /** Whether its event loop was busy for most of the last moment. */
    isBusy(now: number): boolean {
      if (now - readAt >= moment) {
        isBusy = utilization() >= most;
        readAt = now;
      }
      return isBusy;
    },
  };
}

function createUtilization(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
