import { randomFillSync } from 'node:crypto';

const random = Buffer.alloc(10 * 512);
let used = random.length;

/**
 * The id of a new status event, and the `webhook-id` of its callbacks: `evt_` and a UUID of version 7 (RFC 9562). Ids of the
 * same time lie side by side in the index; 74 of their bits are random.
 */
export function newEventId(now = Date.now()): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const time = now.toString(16).padStart(12, '0');
  const rest = random.toString('hex', used, used + 10);
  used += 10;
  const variant = ((Number.parseInt(rest.slice(3, 4), 16) & 0b0011) | 0b1000).toString(16);
  return `evt_${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-${variant}${rest.slice(4, 7)}-${rest.slice(7, 19)}`;
}
