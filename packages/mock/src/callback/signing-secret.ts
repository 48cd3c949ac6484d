const minimumBytes = 24;

/**
 * The key in a Standard Webhooks secret: `whsec_` and the base64 of at least 24 bytes (ADR-0017).
 * @throws {Error} that names the expected form; never the secret.
 */
export function parseSecret(secret: string): Buffer {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] ?? '';
  const key = Buffer.from(encoded, 'base64');
  if (key.length < minimumBytes) {
    throw new Error(`The callback secret must be whsec_ and the base64 of at least ${minimumBytes} bytes.`);
  }
  return key;
}
