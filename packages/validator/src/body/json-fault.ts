/** The token that may come next, in the names of RFC 8259. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end' | 'nothing';

/**
 * Describes the first syntax error of a text that `JSON.parse` rejected (RFC 8259). Engines word their
 * messages differently and often omit the position. Not recursive, so deep nesting cannot overflow the stack.
 */
export function findJsonFault(text: string): string {
  const open: string[] = [];
  let expected: Expected = 'value';
  let at = skipBlanks(text, 0);
  while (at < text.length) {
    const step: Step = readers[expected](text, at, open);
    if ('fault' in step) return describe(text, step.fault);
    expected = step.expected;
    at = skipBlanks(text, step.next);
  }
  return describe(text, text.length);
}

type Step = { readonly next: number; readonly expected: Expected } | { readonly fault: number };

/** Reads the token at a position; `open` is the stack of open brackets. */
type Reader = (text: string, at: number, open: string[]) => Step;

const readers: Readonly<Record<Expected, Reader>> = {
  value: readValue,
  'value or ]': (text, at, open) => (text[at] === ']' ? close(at, open) : readValue(text, at, open)),
  name: readName,
  'name or }': (text, at, open) => (text[at] === '}' ? close(at, open) : readName(text, at)),
  ':': (text, at) => (text[at] === ':' ? { next: at + 1, expected: 'value' } : { fault: at }),
  ', or end': readSeparator,
  nothing: (_text, at) => ({ fault: at }),
};

function readSeparator(text: string, at: number, open: string[]): Step {
  const isObject = open.at(-1) === '{';
  if (text[at] === ',') return { next: at + 1, expected: isObject ? 'name' : 'value' };
  return text[at] === (isObject ? '}' : ']') ? close(at, open) : { fault: at };
}

function readValue(text: string, at: number, open: string[]): Step {
  const char = text[at];
  if (char === '{' || char === '[') {
    open.push(char);
    return { next: at + 1, expected: char === '{' ? 'name or }' : 'value or ]' };
  }
  return follow(endOfScalar(text, at), open.length === 0 ? 'nothing' : ', or end');
}

function readName(text: string, at: number): Step {
  return text[at] === '"' ? follow(endOfScalar(text, at), ':') : { fault: at };
}

function close(at: number, open: string[]): Step {
  open.pop();
  return { next: at + 1, expected: open.length === 0 ? 'nothing' : ', or end' };
}

function follow(scalar: ScalarEnd, expected: Expected): Step {
  return 'end' in scalar ? { next: scalar.end, expected } : scalar;
}

const blanks = /[ \t\n\r]*/y;

function skipBlanks(text: string, from: number): number {
  blanks.lastIndex = from;
  blanks.test(text);
  return blanks.lastIndex;
}

function describe(text: string, at: number): string {
  const column = at - (at === 0 ? -1 : text.lastIndexOf('\n', at - 1));
  const found = at < text.length ? `unexpected ${JSON.stringify(charAt(text, at))}` : 'unexpected end';
  return `${found} at position ${at} (line ${linesBefore(text, at)}, column ${column})`;
}

function linesBefore(text: string, end: number): number {
  let lines = 1;
  for (let at = 0; at < end; at += 1) if (text.charCodeAt(at) === lineFeed) lines += 1;
  return lines;
}

const lineFeed = 0x0a;

function charAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

/** The end of a JSON scalar, or the position of its first error. */
type ScalarEnd = { readonly end: number } | { readonly fault: number };

const numberOrLiteral = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
/** Text up to a quote, an escape or a control character. */
const plain = /[ !#-[\]-\uffff]*/y;
const hexDigits = /[0-9a-fA-F]{4}/y;

/** Reads a string, number or literal of RFC 8259 that begins at `at`. */
function endOfScalar(text: string, at: number): ScalarEnd {
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
