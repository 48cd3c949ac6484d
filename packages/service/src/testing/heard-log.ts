import { vi } from 'vitest';

/** A log that remembers what it was told. */
export function heardLog() {
  return { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
}
