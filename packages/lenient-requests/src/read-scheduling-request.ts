import { isObject } from '@cascade/validator';
import { readChannelContent } from './read-channel-content.ts';
import { type Json, type Reading, readEach } from './reading.ts';
import type { LenientSwitches } from './switches.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The scheduling request in the described form that an older client means (ADR-0027), for the rules to judge. With all
 * switches off it is the body itself. What is in no older shape either stays as it was sent, for the rules to refuse.
 *
 * @param uuidOf A UUID for a request id that is not one; the same text gives the same UUID.
 */
export function readSchedulingRequest(
  body: unknown,
  switches: LenientSwitches,
  uuidOf: (requestId: string) => string,
): Reading {
  if (!isObject(body) || !Object.values(switches).includes(true)) return { value: body };
  const { requestId, cascadeId, content } = body;
  const read: Json = {
    ...body,
    ...(switches.anyRequestId && isForeignId(requestId) ? { requestId: uuidOf(requestId) } : {}),
    ...(switches.cascadeIdAsText && isDigits(cascadeId) ? { cascadeId: Number(cascadeId) } : {}),
  };
  if (!isObject(content)) return { value: read };
  const channels = readEach(Object.entries(content), (member, value) =>
    isObject(value) ? readChannelContent(member, value, switches) : { value },
  );
  return 'problem' in channels ? channels : { value: { ...read, content: channels.value } };
}

/** At most 15 digits: every such number is exact. */
function isDigits(cascadeId: unknown): cascadeId is string {
  return typeof cascadeId === 'string' && /^\d{1,15}$/.test(cascadeId);
}

/** A text that can be stored and echoed: no U+0000, no lone surrogate, 1 to 256 code points. */
function isForeignId(requestId: unknown): requestId is string {
  if (typeof requestId !== 'string' || uuid.test(requestId)) return false;
  const length = [...requestId].length;
  return length >= 1 && length <= 256 && requestId.isWellFormed() && !requestId.includes('\0');
}
