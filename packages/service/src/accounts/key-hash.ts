import { hash } from 'node:crypto';

/** SHA-256 of an API key: all that is kept of it (ADR-0028). Keys are ASCII; Node reads headers as Latin-1. */
export function hashKey(key: string): Buffer {
  return hash('sha256', Buffer.from(key, 'latin1'), 'buffer');
}

/** How people tell hashes apart: the first 8 digits. */
export function shortHash(hex: string): string {
  return hex.slice(0, 8);
}

/** A key for people, with its label if it has one; never the key itself. */
export function describeKey(hex: string, label: string | null): string {
  return label === null ? shortHash(hex) : `${label} (${shortHash(hex)})`;
}
