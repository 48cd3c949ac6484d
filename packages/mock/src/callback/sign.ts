import { createHmac } from 'node:crypto';

/**
 * The Standard Webhooks headers of one callback attempt (ADR-0017): id, time and body are signed with
 * HMAC-SHA256, once for each key. Without a key there is no signature. The time is that of the machine, also
 * if the clock of the account is another, since receivers compare it with theirs.
 */
export function sign(
  keys: readonly Buffer[],
  id: string,
  at: Date,
  body: string,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = `${id}.${timestamp}.${body}`;
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`);
  const signature = keys.length === 0 ? {} : { 'webhook-signature': signatures.join(' ') };
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, ...signature };
}
