import { createHmac } from 'node:crypto';

/** A callback of the service as it arrives. Its signature is real: a reader can verify it with the secret. */
export interface CallbackMessage {
  /** The name of its example, e.g. `undelivered-daily-rate-limit`. */
  readonly name: string;
  /** The body, parsed. */
  readonly event: Readonly<Record<string, unknown>>;
  /** The secret that the receiver has: `whsec_` and Base64. Public, for samples only. */
  readonly secret: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes that the signature covers are `{webhook-id}.{webhook-timestamp}.{body}`. */
  readonly body: string;
  /** Start line, headers, blank line, body. */
  readonly text: string;
}

/** What signs a message. */
export interface Signer {
  readonly secret: string;
  /** Seconds since 1970. */
  readonly timestamp: string;
}

/** The callback attempt that reports an event: all eleven members, signed (ADR-0015, ADR-0017). */
export function callbackMessage(
  name: string,
  event: Readonly<Record<string, unknown>>,
  { secret, timestamp }: Signer,
): CallbackMessage {
  const body = JSON.stringify(event);
  const id = `msg_${name}`;
  const headers = {
    host: 'receiver.example.test',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf(`${id}.${timestamp}.${body}`, secret),
  };
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
  const text = ['POST /status HTTP/1.1', ...lines, '', body].join('\n');
  return { name, event, secret, headers, body, text };
}

/** One signature of Standard Webhooks: the version, a comma, Base64 of HMAC-SHA256. */
export function signatureOf(content: string, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
