import { concat } from './read-body.ts';

/** The signed parts of a callback attempt (Standard Webhooks 1.0.0, ADR-0017). */
export interface Signed {
  readonly id: string;
  /** Seconds since 1970, as the header has them. */
  readonly timestamp: string;
  readonly body: Uint8Array;
}

const encoder = new TextEncoder();

/** The bytes that a signature covers: id, timestamp and body, joined by full stops. */
export function signedContent({ id, timestamp, body }: Signed): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(`${id}.${timestamp}.`);
  return concat([head, body], head.length + body.length);
}

/**
 * The key bytes of a `whsec_…` secret; the prefix is optional.
 * @throws {TypeError} if the secret is invalid; the message does not contain it.
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

/** Returns nothing for text that is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
