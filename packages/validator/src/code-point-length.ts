/**
 * Length in Unicode code points, which is how JSON Schema and the contract count (ADR-0023). Counts surrogate
 * pairs: iterating over the code points of 1 MiB makes a million strings.
 */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let at = 1; at < text.length; at += 1) {
    if (!isLow(text.charCodeAt(at)) || !isHigh(text.charCodeAt(at - 1))) continue;
    length -= 1;
    at += 1;
  }
  return length;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
