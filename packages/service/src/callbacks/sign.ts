import { createHmac } from 'node:crypto';

/** The signed parts of a callback attempt. */
export interface Signable {
  /** The `webhook-id`, the same in every attempt. */
  readonly id: string;
  readonly body: string;
  /** The time of this attempt. */
  readonly at: Date;
}

/**
 * The three headers of Standard Webhooks 1.0.0 (ADR-0017), with one `v1` signature per secret. Without
 * secrets the signature header is absent.
 */
export function signatureHeaders(
  { id, body, at }: Signable,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = `${id}.${timestamp}.${body}`;
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp };
  if (secrets.length === 0) return headers;
  return { ...headers, 'webhook-signature': secrets.map((secret) => sign(content, secret)).join(' ') };
}

function sign(content: string, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
