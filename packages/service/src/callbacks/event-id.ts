import { type MessageKey, newKeyedId } from '../store/message-key.ts';

/** The id of a new status event, and the `webhook-id` of its callbacks: `evt_` and a UUID of version 8 that names the message. */
export function newEventId(message: MessageKey): string {
  return `evt_${newKeyedId(message)}`;
}
