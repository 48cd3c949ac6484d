import { canonicalReason } from '@cascade/types';
import { parseJson } from '../../json.ts';
import { valueAt } from '../../json-pointer.ts';
import type { CallbackProfile } from '../../profile/profile.ts';
import type { Received } from './start-receiver.ts';

/** What the contract says of a callback; where it stands in the payload is the profile's (§6). */
export interface StatusEvent {
  readonly requestId: unknown;
  readonly status: unknown;
  /** In its listed spelling; both spellings of no-template-match are one reason (§7.4). */
  readonly reason: unknown;
  readonly received: Received;
}

/** Reads the callbacks that came in; what is no JSON is left out. */
export function statusEvents(
  received: readonly Received[],
  { members = {} }: CallbackProfile,
): StatusEvent[] {
  const { requestId = '/requestId', status = '/status', reason = '/error' } = members;
  return received.flatMap((each) => {
    const payload = parseJson(each.body);
    if (payload === undefined) return [];
    const why = valueAt(payload, reason);
    return [
      {
        requestId: valueAt(payload, requestId),
        status: valueAt(payload, status),
        reason: typeof why === 'string' ? canonicalReason(why) : why,
        received: each,
      },
    ];
  });
}

/** The same id, whatever its letter case (ADR-0007). */
export function isAbout({ requestId }: StatusEvent, id: string): boolean {
  return typeof requestId === 'string' && requestId.toLowerCase() === id.toLowerCase();
}
