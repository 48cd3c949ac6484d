import type { MockRequest } from '../request.ts';
import { ControlRefusal } from './control-problem.ts';
import type { Journal, Place } from './journal.ts';

/** How long a caller waits, and for how many. */
interface Patience extends Place {
  readonly waitSeconds?: number;
  readonly atLeast?: number;
}

/**
 * Waits until enough match; `false` if they did not come.
 * @throws {ControlRefusal} if too many wait.
 */
export async function waitFor<Filter extends Patience>(
  journal: Journal<unknown, Filter>,
  query: Filter,
  { left }: MockRequest,
): Promise<boolean> {
  const { waitSeconds = 0, atLeast = waitSeconds > 0 ? 1 : 0 } = query;
  if (waitSeconds > 0 && !(await journal.wait(query, atLeast, waitSeconds, left?.())))
    throw new ControlRefusal('too-many-waiting', 'expected at most 1,000 calls that wait');
  return journal.list(query).length >= atLeast;
}
