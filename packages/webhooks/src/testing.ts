import { hmacKey, secretBytes, signedContent } from './signature.ts';

export interface SignedRequestOptions {
  /** The request gets one signature for each; without secrets it is unsigned. */
  readonly secrets: readonly string[];
  /** A new id if absent; reuse one to repeat a callback. */
  readonly id?: string;
  /** When it is signed; now if absent. */
  readonly at?: Date;
  /** `http://localhost/` if absent. */
  readonly url?: string;
}

/**
 * A callback as the sender signs it (ADR-0015, ADR-0017), for tests of your handler; a string is sent
 * unchanged.
 */
export async function signedRequest(event: object | string, options: SignedRequestOptions): Promise<Request> {
  const { secrets, id = `msg_${crypto.randomUUID()}`, at = new Date(), url = 'http://localhost/' } = options;
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = signedContent({ id, timestamp, body: new TextEncoder().encode(body) });
  const signatures = await Promise.all(secrets.map((secret) => sign(content, secret)));
  const headers = new Headers({
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
  });
  if (signatures.length > 0) headers.set('webhook-signature', signatures.join(' '));
  return new Request(url, { method: 'POST', headers, body });
}

async function sign(content: Uint8Array<ArrayBuffer>, secret: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await hmacKey(secretBytes(secret), 'sign'), content);
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
}
