/** How a language writes values: for `literalOf`. */
export interface LiteralSyntax {
  readonly quote: (text: string) => string;
  readonly nothing: string;
  readonly yes: string;
  readonly no: string;
  /** An object and its empty form; a list is in brackets everywhere. */
  readonly open: string;
  readonly close: string;
  readonly emptyObject: string;
  /** Between name and value. */
  readonly colon: string;
  readonly name: (text: string) => string;
  readonly indent: string;
}

/** A JSON value as source of a language, with `margin` before each line but the first. */
export function literalOf(value: unknown, syntax: LiteralSyntax, margin = ''): string {
  if (value === null) return syntax.nothing;
  if (typeof value === 'string') return syntax.quote(value);
  if (typeof value === 'boolean') return value ? syntax.yes : syntax.no;
  if (typeof value !== 'object') return String(value);
  const inner = margin + syntax.indent;
  const lines = Array.isArray(value)
    ? value.map((child) => literalOf(child, syntax, inner))
    : Object.entries(value).map(
        ([name, child]) => syntax.name(name) + syntax.colon + literalOf(child, syntax, inner),
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : [syntax.open, syntax.close];
  if (lines.length === 0) return Array.isArray(value) ? '[]' : syntax.emptyObject;
  return [open, ...lines.map((line) => `${inner}${line},`), margin + close].join('\n');
}

/**
 * Characters that a reader cannot see, or that some language does not allow in its source: controls, joiners,
 * direction marks, line separators and the byte order mark.
 */
export const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
  /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A string in double quotes as C has them. `unicode` writes a character by its number. */
export function doubleQuoted(text: string, unicode: (hex: string) => string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replace(invisible, (one) => short[one] ?? unicode(one.charCodeAt(0).toString(16).padStart(4, '0')));
  return `"${escaped}"`;
}

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Lines with a margin before each; empty lines stay empty. */
export function indented(text: string, margin: string): string {
  return text.replace(/^(?=.)/gm, margin);
}
