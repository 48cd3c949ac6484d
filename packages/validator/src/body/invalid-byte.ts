/**
 * The offset of the first sequence that is not UTF-8 (RFC 3629 §4), which `TextDecoder` does not report; the
 * length if there is none.
 */
export function findInvalidByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === undefined) return at;
    at += length;
  }
  return at;
}

function sequenceLength(bytes: Uint8Array, at: number): number | undefined {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = lengths[first] ?? 0;
  if (length === 0 || !isBetween(bytes[at + 1], lowest[first] ?? 0, highest[first] ?? 0)) return undefined;
  for (let next = 2; next < length; next += 1) if (!isBetween(bytes[at + next], 0x80, 0xbf)) return undefined;
  return length;
}

function isBetween(byte: number | undefined, from: number, to: number): boolean {
  return byte !== undefined && byte >= from && byte <= to;
}

/** By first byte: the length of the sequence, 0 if none begins so, and the range of its second byte. */
const lengths = new Uint8Array(256).fill(2, 0xc2, 0xe0).fill(3, 0xe0, 0xf0).fill(4, 0xf0, 0xf5);
const lowest = new Uint8Array(256).fill(0x80);
const highest = new Uint8Array(256).fill(0xbf);
// A longer form than needed, a surrogate, more than U+10FFFF.
lowest[0xe0] = 0xa0;
lowest[0xf0] = 0x90;
highest[0xed] = 0x9f;
highest[0xf4] = 0x8f;
