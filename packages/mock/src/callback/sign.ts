import { createHmac } from 'node:crypto';

/** The Standard Webhooks headers of one callback attempt (ADR-0017). */
export type SignatureHeaders = Readonly<
  Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
>;

/** Signs id, time and body of a callback attempt with HMAC-SHA256. */
export function sign(key: Buffer, id: string, at: Date, body: string): SignatureHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
