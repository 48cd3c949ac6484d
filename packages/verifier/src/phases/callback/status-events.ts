import { canonicalReason } from '@cascade/types';
import { parseJson } from '../../json.ts';
import { valueAt } from '../../json-pointer.ts';
import type { CallbackProfile } from '../../profile/profile.ts';
import type { Received } from './start-receiver.ts';

/** The members of a callback that the contract names; the profile says where they are in the payload (§6). */
export interface StatusEvent {
  readonly requestId: unknown;
  readonly status: unknown;
  /** In its listed spelling; both spellings of no-template-match are one reason (§7.4). */
  readonly reason: unknown;
  readonly received: Received;
}

/** Reads the received callbacks; bodies that are not JSON are skipped. */
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
