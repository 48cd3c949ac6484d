import type { ReceivedCallback } from './received-callback.ts';

/** A callback in a few words, e.g. `UNDELIVERED: not-chattwo-user · CHATTWO`. */
export function describeCallback({ fields }: ReceivedCallback): string {
  const { channelType, status, error } = fields;
  const outcome = error === null || error === undefined ? status : `${String(status)}: ${String(error)}`;
  return [outcome ?? 'not a status event', channelType].filter(Boolean).join(' · ');
}

/** When the status changed and when the callback arrived, both by the reader's clock. */
export function describeTimes({ fields, receivedAt }: ReceivedCallback): string {
  const { statusAt } = fields;
  const arrived = `arrived ${timeOfDay(receivedAt)}`;
  return typeof statusAt === 'string' ? `statusAt ${timeOfDay(statusAt)}, ${arrived}` : arrived;
}

/** The local time of an ISO 8601 instant, with milliseconds if it has a fraction; any other text unchanged. */
export function timeOfDay(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return text;
  const time = at.toLocaleTimeString('en-GB', { hour12: false });
  return text.includes('.') ? `${time}.${String(at.getMilliseconds()).padStart(3, '0')}` : time;
}
