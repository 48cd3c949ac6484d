/** Length in Unicode code points, which is how JSON Schema and the contract count (ADR-0023). */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
