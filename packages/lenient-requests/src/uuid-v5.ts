import { createHash } from 'node:crypto';

/**
 * The namespace of request ids that are not UUIDs. A random constant: changing it would change stored ids.
 */
const namespace = Buffer.from('5b0b7d3c6f0a4b53a6a17c4de2f4a9d1', 'hex');

/** The name-based UUID of a text (RFC 9562 §5.5). */
export function uuidV5(name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50; // version 5
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80; // variant of RFC 9562
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
