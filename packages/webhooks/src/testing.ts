import type { StatusEvent } from '@cascade/types';
import { hmacKey, secretBytes, signedContent } from './sender-checks.ts';

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

export interface UnsignedRequestOptions {
  /** Sent as `Authorization: Token …`; no such header if absent. */
  readonly token?: string;
  /** `http://localhost/` if absent. */
  readonly url?: string;
}

/** A body of a callback: the members of a status event complete, and any others are allowed. */
export type CallbackBody = Partial<StatusEvent> | object | string;

/** A callback of a sender that does not sign: without `webhook-id`, for tests of your handler. */
export function unsignedRequest(body: CallbackBody, options: UnsignedRequestOptions = {}): Request {
  const { token, url = 'http://localhost/' } = options;
  const headers = new Headers({ 'content-type': 'application/json' });
  if (token !== undefined) headers.set('authorization', `Token ${token}`);
  return new Request(url, { method: 'POST', headers, body: textOf(body) });
}

/**
 * A callback as the sender signs it (ADR-0015, ADR-0017), for tests of your handler; a string is sent
 * unchanged.
 */
export async function signedRequest(event: CallbackBody, options: SignedRequestOptions): Promise<Request> {
  const { secrets, id = `msg_${crypto.randomUUID()}`, at = new Date(), url = 'http://localhost/' } = options;
  const body = textOf(event);
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = await signedContent({ id, timestamp, body });
  const signatures = await Promise.all(secrets.map((secret) => sign(content, secret)));
  const headers = new Headers({
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
  });
  if (signatures.length > 0) headers.set('webhook-signature', signatures.join(' '));
  return new Request(url, { method: 'POST', headers, body });
}

function textOf(body: CallbackBody): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

async function sign(content: ArrayBuffer, secret: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await hmacKey(secretBytes(secret), 'sign'), content);
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
}
