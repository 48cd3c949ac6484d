/**
 * The text with `by` in the place of `pattern`.
 * @throws {Error} if the pattern is not in the text: an edit that does nothing must not look like one.
 */
export function edited(text: string, pattern: string | RegExp, by: string): string {
  const isThere = typeof pattern === 'string' ? text.includes(pattern) : text.search(pattern) !== -1;
  if (!isThere) throw new Error(`expected ${pattern} in ${JSON.stringify(text.slice(0, 200))}`);
  return text.replace(pattern, () => by);
}
