import { hash } from 'node:crypto';

/** The SHA-256 of an API key; the key itself is not stored (ADR-0028). Keys are ASCII; Node reads headers as Latin-1. */
export function hashKey(key: string): Buffer {
  return hash('sha256', Buffer.from(key, 'latin1'), 'buffer');
}

/** The first 8 digits of a hash, for display. */
export function shortHash(hex: string): string {
  return hex.slice(0, 8);
}

/** Names a key by its label and short hash, never by the key itself. */
export function describeKey(hex: string, label: string | null): string {
  return label === null ? shortHash(hex) : `${label} (${shortHash(hex)})`;
}
