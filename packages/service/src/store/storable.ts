/**
 * PostgreSQL has no text with U+0000, and none with half of a surrogate pair. What is compared with a stored text has to go through
 * this, too.
 */
export function storable(text: string): string;
export function storable(text: string | null | undefined): string | undefined;
export function storable(text: string | null | undefined): string | undefined {
  return text?.toWellFormed().replaceAll('\0', '\uFFFD');
}
