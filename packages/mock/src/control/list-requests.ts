import { isKnownProblemCode, problemCodes } from '@cascade/types';
import type { ReceivedRequests } from '../generated/control.ts';
import type { MockRequest } from '../request.ts';
import { ControlRefusal, refuseUnknown } from './control-problem.ts';
import type { Received, ReceivedFilter } from './received.ts';

/**
 * What was received, after waiting for it.
 * @throws {ControlRefusal} for an unknown operation or code, or if too many wait.
 */
export async function listRequests(
  received: Received,
  query: ReceivedFilter,
  operationIds: readonly string[],
  left: MockRequest['left'],
): Promise<ReceivedRequests> {
  const { operation, code, waitSeconds = 0, atLeast = waitSeconds > 0 ? 1 : 0 } = query;
  if (operation !== undefined && !operationIds.includes(operation))
    refuseUnknown('/operation', operation, operationIds);
  if (code !== undefined && !isKnownProblemCode(code)) refuseUnknown('/code', code, problemCodes());
  if (waitSeconds > 0 && !(await received.wait(query, atLeast, waitSeconds, left?.())))
    throw new ControlRefusal('too-many-waiting', 'expected at most 1,000 calls that wait');
  const requests = received.list(query);
  return { enough: requests.length >= atLeast, requests };
}
