/** The end of a JSON scalar, or the position of its first error. */
export type ScalarEnd = { readonly end: number } | { readonly fault: number };

const numberOrLiteral = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
/** Text up to a quote, an escape or a control character. */
const plain = /[ !#-[\]-\uffff]*/y;
const hexDigits = /[0-9a-fA-F]{4}/y;

/** Reads a string, number or literal of RFC 8259 that begins at `at`. */
export function endOfScalar(text: string, at: number): ScalarEnd {
  if (text[at] === '"') return endOfString(text, at + 1);
  return match(numberOrLiteral, text, at);
}

function endOfString(text: string, from: number): ScalarEnd {
  let at = from;
  for (;;) {
    plain.lastIndex = at;
    plain.test(text);
    at = plain.lastIndex;
    if (text[at] === '"') return { end: at + 1 };
    if (text[at] !== '\\') return { fault: at };
    const escaped = endOfEscape(text, at + 1);
    if ('fault' in escaped) return escaped;
    at = escaped.end;
  }
}

function endOfEscape(text: string, at: number): ScalarEnd {
  if (text[at] === 'u') return match(hexDigits, text, at + 1);
  return '"\\/bfnrt'.includes(text[at] ?? '?') ? { end: at + 1 } : { fault: at };
}

function match(pattern: RegExp, text: string, at: number): ScalarEnd {
  pattern.lastIndex = at;
  return pattern.test(text) ? { end: pattern.lastIndex } : { fault: at };
}
