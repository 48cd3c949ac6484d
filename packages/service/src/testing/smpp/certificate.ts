import { fileURLToPath } from 'node:url';

/** A self-signed certificate for {@link certifiedName} alone, and its key: for tests only, not secret. */
export const certificateFile = fileURLToPath(new URL('smsc-cert.pem', import.meta.url));
export const keyFile = fileURLToPath(new URL('smsc-key.pem', import.meta.url));

export const certifiedName = 'smsc.example.test';
