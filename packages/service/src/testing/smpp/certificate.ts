import { fileURLToPath } from 'node:url';

/** A certificate that signs itself, for {@link certifiedName} alone, and its key: for tests, and secret to nobody. */
export const certificateFile = fileURLToPath(new URL('smsc-cert.pem', import.meta.url));
export const keyFile = fileURLToPath(new URL('smsc-key.pem', import.meta.url));

export const certifiedName = 'smsc.example.test';
