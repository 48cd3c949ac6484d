/**
 * Whether the values that JavaScript reads from JSON text say the same as the text. They do not with a number that is not
 * exact, a repeated member or half of a surrogate pair; nor in every language with names such as `7` (a list in PHP) and
 * `__proto__`.
 */
export function isLossless(text: string, value: unknown): boolean {
  return withoutLayout(text) === JSON.stringify(value) && hasPlainNames(value);
}

/** Every string as `JSON.stringify` writes it, and no blanks between the tokens. */
function withoutLayout(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (token) =>
    token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : '',
  );
}

function hasPlainNames(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(hasPlainNames);
  return Object.entries(value).every(
    ([name, child]) =>
      name !== '__proto__' && !/^-?\d+$/.test(name) && name.isWellFormed() && hasPlainNames(child),
  );
}
