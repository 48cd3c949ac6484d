import { concat } from './read-body.ts';

/** One callback attempt as it is signed (Standard Webhooks 1.0.0, ADR-0017). */
export interface Signed {
  readonly id: string;
  /** Seconds since 1970, as the header has them. */
  readonly timestamp: string;
  readonly body: Uint8Array;
}

const encoder = new TextEncoder();

/** The bytes below a signature: id, timestamp and body, joined by full stops. */
export function signedContent({ id, timestamp, body }: Signed): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(`${id}.${timestamp}.`);
  return concat([head, body], head.length + body.length);
}

/**
 * The key bytes of a `whsec_…` secret; the prefix may be missing.
 * @throws {TypeError} if it is no secret; what it is instead is not repeated.
 */
export function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError('A secret is whsec_ and the base64 of random bytes; this one is not.');
  return bytes;
}

/** A key of Web Crypto for HMAC-SHA256. */
export function hmacKey(bytes: Uint8Array<ArrayBuffer>, usage: 'sign' | 'verify') {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [usage]);
}

/** Nothing for what is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
