import { findInvalidByte } from './invalid-byte.ts';
import { findJsonFault } from './json-fault.ts';

/** A parsed body, or its first error with the position. */
export type ParsedBody = { readonly value: unknown } | { readonly fault: string };

/** Parses a JSON text in UTF-8 (RFC 8259); a byte order mark is ignored. */
export function parseJson(bytes: Uint8Array): ParsedBody {
  const text = decode(bytes);
  if (text === undefined) return { fault: `not UTF-8 at byte ${findInvalidByte(bytes)}` };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { fault: findJsonFault(text) };
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
