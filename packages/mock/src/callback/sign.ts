import { createHmac } from 'node:crypto';

/** The Standard Webhooks headers of one callback attempt (ADR-0017). */
export type SignatureHeaders = Readonly<
  Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
>;

/** Signs id, time and body of a callback attempt with HMAC-SHA256: one signature for each key. */
export function sign(keys: readonly Buffer[], id: string, at: Date, body: string): SignatureHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = `${id}.${timestamp}.${body}`;
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
