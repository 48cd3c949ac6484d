import type { EventQueue } from './event-queue.ts';

/** The write-ahead log of a database: one flush at a time, for all commits that wait when it starts. */
export interface CommitLog {
  flush(bytes: number, done: () => void): void;
  busySeconds(): number;
}

export interface Disk {
  /** Duration of a flush of almost no bytes. */
  readonly flushSeconds: number;
  readonly bytesPerSecond: number;
}

export function createCommitLog(events: EventQueue, { flushSeconds, bytesPerSecond }: Disk): CommitLog {
  let waiting: { readonly bytes: number; readonly done: () => void }[] = [];
  let flushing = false;
  let busy = 0;

  function next(): void {
    const carried = waiting;
    waiting = [];
    flushing = carried.length > 0;
    if (!flushing) return;
    const bytes = carried.reduce((sum, commit) => sum + commit.bytes, 0);
    const seconds = flushSeconds + bytes / bytesPerSecond;
    events.after(seconds, () => {
      busy += seconds;
      next();
      for (const { done } of carried) done();
    });
  }

  return {
    flush(bytes, done) {
      waiting.push({ bytes, done });
      if (!flushing) next();
    },
    busySeconds: () => busy,
  };
}
