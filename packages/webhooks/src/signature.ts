/** The signed parts of a callback attempt (Standard Webhooks 1.0.0, ADR-0017). */
export interface Signed {
  readonly id: string;
  /** Seconds since 1970, as the header has them. */
  readonly timestamp: string;
  readonly body: ArrayBuffer | string;
}

/** The bytes that a signature covers: id, timestamp and body, joined by full stops. */
export function signedContent({ id, timestamp, body }: Signed): Promise<ArrayBuffer> {
  return new Blob([`${id}.${timestamp}.`, body]).arrayBuffer();
}

/**
 * The key bytes of a `whsec_…` secret; the prefix is optional.
 * @throws {TypeError} if the secret is invalid; the message has its `place`, and does not contain it.
 */
export function secretBytes(secret: string, place = 'The secret'): ArrayBuffer {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (bytes === undefined || bytes.length === 0) throw new TypeError(`${place} is not whsec_ and base64.`);
  return bytes.buffer;
}

/** A key of Web Crypto for HMAC-SHA256. */
export function hmacKey(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>, ...usages: ('sign' | 'verify')[]) {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, usages);
}

/** Whether one of the codes is that of the content under one of the keys. */
export async function oneFits(
  codes: readonly (ArrayBuffer | Uint8Array<ArrayBuffer>)[],
  keys: readonly Awaited<ReturnType<typeof hmacKey>>[],
  content: ArrayBuffer | Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const code of codes) {
    for (const key of keys) {
      // Web Crypto compares in constant time, which JavaScript cannot guarantee.
      if (await crypto.subtle.verify('HMAC', key, code, content)) return true;
    }
  }
  return false;
}

/** Returns nothing for text that is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
