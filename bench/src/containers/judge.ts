import { setTimeout } from 'node:timers/promises';
import { check, eventIds } from '../crash/check.ts';
import type { Tally } from './callers.ts';
import type { Project } from './project.ts';

/** Every figure but the first and the last two must be 0. */
export interface Verdict {
  readonly accepted: number;
  readonly missing: number;
  readonly doubleMessages: number;
  readonly doubleDebits: number;
  readonly wrongBooks: number;
  readonly notReleased: number;
  readonly notEnded: number;
  readonly undelivered: number;
  /** Status events that the receiver never got. */
  readonly unreported: number;
  /** Under the same webhook-id; since the project was started. */
  readonly repeatedCallbacks: number;
  readonly drainSeconds: number;
}

const longestDrainMs = 240_000;

/** Waits until everything that was accepted has ended and is reported, and compares store and receiver with the callers. */
export async function judge(project: Project, { accepted }: Tally): Promise<Verdict> {
  const begin = performance.now();
  for (;;) {
    const found = await check([project.look], accepted);
    const { times, delivered } = await project.got();
    const undelivered = accepted.filter((requestId) => !delivered.has(requestId)).length;
    const isDone = found.notEnded + found.notReported + undelivered === 0;
    if (!isDone && performance.now() - begin < longestDrainMs) {
      await setTimeout(500);
      continue;
    }
    const events = await eventIds([project.look]);
    const posts = [...times.values()].reduce((sum, some) => sum + some, 0);
    const { missing, doubleMessages, doubleDebits, wrongBooks, notReleased, notEnded } = found;
    return {
      accepted: accepted.length,
      ...{ missing, doubleMessages, doubleDebits, wrongBooks, notReleased, notEnded, undelivered },
      unreported: events.filter((id) => !times.has(id)).length,
      repeatedCallbacks: posts - times.size,
      drainSeconds: Math.round((performance.now() - begin) / 100) / 10,
    };
  }
}

/** Whether nothing was lost, doubled or wrongly charged. */
export function isSound({ accepted, repeatedCallbacks, drainSeconds, ...faults }: Verdict): boolean {
  return accepted > 0 && Object.values(faults).every((count) => count === 0);
}
