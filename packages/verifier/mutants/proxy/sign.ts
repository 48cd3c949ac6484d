import { createHmac } from 'node:crypto';

/** The header of Standard Webhooks for these secrets (ADR-0017). */
export function signatureOf(
  { id, timestamp, body }: { readonly id: string; readonly timestamp: string; readonly body: Buffer },
  secrets: readonly string[],
): string {
  const sign = (secret: string) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  };
  return secrets.map(sign).join(' ');
}
