import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findInvalidByte } from './invalid-byte.ts';

/** The longest beginning that a strict decoder accepts is complete up to the sequence that it rejects. */
test('names the beginning of the first sequence that a decoder rejects', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.uint8Array({ maxLength: 6 }), (text, noise) => {
      const before = new TextEncoder().encode(text);
      const bytes = new Uint8Array([...before, ...noise]);
      const at = findInvalidByte(bytes);
      expect(isUtf8(bytes.slice(0, at))).toBe(true);
      expect(at).toBeGreaterThanOrEqual(before.length);
      expect(isUtf8(bytes)).toBe(at === bytes.length);
    }),
    { numRuns: 200 },
  );
});

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

test.each([
  [[0xc0, 0x80], 'longer than needed'],
  [[0xe0, 0x80, 0x80], 'longer than needed'],
  [[0xed, 0xa0, 0x80], 'a surrogate'],
  [[0xf4, 0x90, 0x80, 0x80], 'above U+10FFFF'],
  [[0xe2, 0x82], 'incomplete'],
])('%j is %s', (sequence) => {
  expect(findInvalidByte(new Uint8Array([0x41, ...sequence]))).toBe(1);
});
