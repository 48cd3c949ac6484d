import type { LenientSwitches } from '../accounts/account-settings.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { uuidV5 } from './uuid-v5.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Rewrites the body of an older client into the described form (ADR-0027), by the switches of its account. No other code
 * knows the older forms.
 */
export function normaliseRequest(body: unknown, switches: LenientSwitches): unknown {
  if (!isObject(body) || !Object.values(switches).includes(true)) return body;
  return {
    ...body,
    ...(switches.cascadeIdAsText ? cascadeId(body) : {}),
    ...(switches.anyRequestId ? requestId(body) : {}),
    ...(isObject(body.content) ? { content: content(body.content, switches) } : {}),
  };
}

function cascadeId({ cascadeId }: JsonObject): JsonObject {
  const isDigits = typeof cascadeId === 'string' && /^\d{1,15}$/.test(cascadeId);
  return isDigits ? { cascadeId: Number(cascadeId) } : {};
}

function requestId({ requestId }: JsonObject): JsonObject {
  if (typeof requestId !== 'string' || uuid.test(requestId)) return {};
  const length = [...requestId].length;
  return length >= 1 && length <= 256 ? { requestId: uuidV5(requestId) } : {};
}

function content(content: JsonObject, switches: LenientSwitches): JsonObject {
  const channels = Object.entries(content).map(([member, one]) => [
    member,
    isObject(one) ? channelContent(member, one, switches) : one,
  ]);
  return Object.fromEntries(channels);
}

function channelContent(member: string, content: JsonObject, switches: LenientSwitches): JsonObject {
  const isSmsText = member === 'smsContent' && switches.smsWithoutContentType;
  return {
    ...(isSmsText ? { contentType: 'TEXT' } : {}),
    ...(switches.keyboard ? buttons(content) : {}),
    ...(switches.attachment ? attachment(content) : {}),
    // Members in the described form win.
    ...content,
  };
}

function buttons({ keyboard }: JsonObject): JsonObject {
  if (!isObject(keyboard) || !Array.isArray(keyboard.rows)) return {};
  const rows = keyboard.rows.map((row) => (isObject(row) ? row.buttons : undefined));
  return rows.every(Array.isArray) ? { buttons: rows.flat() } : {};
}

function attachment({ attachment }: JsonObject): JsonObject {
  if (!isObject(attachment)) return {};
  const { url, name } = attachment;
  return {
    ...(typeof url === 'string' ? { attachmentUrl: url } : {}),
    ...(typeof name === 'string' ? { attachmentName: name } : {}),
  };
}
