import type { PendingCallback } from '../pending-callback.ts';

/** The callbacks of a lane that are not under way. */
export interface LaneQueues {
  /** Callbacks that may start: first attempts, and repeats. */
  readonly waiting: PendingCallback[];
  readonly repeats: PendingCallback[];
  /** Those that wait for earlier events of their messages (ADR-0037). */
  readonly blocked: Set<PendingCallback>;
  /** Removes all. */
  takeWaiting(): readonly PendingCallback[];
  /** Removes one; returns whether it was there. */
  remove(callback: PendingCallback): boolean;
}

export function createLaneQueues(): LaneQueues {
  const waiting: PendingCallback[] = [];
  const repeats: PendingCallback[] = [];
  const blocked = new Set<PendingCallback>();
  return {
    waiting,
    repeats,
    blocked,
    takeWaiting() {
      const taken = [...repeats.splice(0), ...waiting.splice(0), ...blocked];
      blocked.clear();
      return taken;
    },
    remove: (callback) =>
      blocked.delete(callback) || [waiting, repeats].some((queue) => removeFrom(queue, callback)),
  };
}

function removeFrom(queue: PendingCallback[], callback: PendingCallback): boolean {
  const at = queue.indexOf(callback);
  if (at < 0) return false;
  queue.splice(at, 1);
  return true;
}
