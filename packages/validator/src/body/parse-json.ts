import { findJsonFault } from './json-fault.ts';

/** A parsed body, or its first error with the position. */
export type ParsedBody = { readonly value: unknown } | { readonly fault: string };

/** Parses a JSON text in UTF-8 (RFC 8259); a byte order mark is ignored. */
export function parseJson(bytes: Uint8Array): ParsedBody {
  const invalid = findInvalidByte(bytes);
  if (invalid !== undefined) return { fault: `not UTF-8 at byte ${invalid}` };
  const text = new TextDecoder().decode(bytes);
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { fault: findJsonFault(text) };
  }
}

/** The offset of the first byte that is not UTF-8. `TextDecoder` does not report it. */
function findInvalidByte(bytes: Uint8Array): number | undefined {
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let offset = 0;
  let from = 0;
  for (let at = decoded.indexOf(replacement); at !== -1; at = decoded.indexOf(replacement, from)) {
    offset += new TextEncoder().encode(decoded.slice(from, at)).length;
    if (bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd) return offset;
    offset += 3;
    from = at + 1;
  }
  return undefined;
}

/** What a decoder writes for an invalid byte. A body may also contain the character itself. */
const replacement = '\uFFFD';
