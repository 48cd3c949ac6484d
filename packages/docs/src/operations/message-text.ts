const shortBody = 90;

/** An HTTP message. A short body is as sent; a longer one is indented. */
export function messageText(start: string, headers: readonly (readonly string[])[], body: unknown): string {
  const compact = JSON.stringify(body);
  const text = compact.length > shortBody ? JSON.stringify(body, undefined, 2) : compact;
  return [start, ...headers.map(([name, value]) => `${name}: ${value}`), '', text].join('\n');
}
