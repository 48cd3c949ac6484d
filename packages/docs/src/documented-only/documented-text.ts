import type { AssumedNames } from './assumed-names.ts';

/** Makes the documented part of a sample, if there is one. */
export type DocumentedText = (text: string, language: string) => string | undefined;

/** Leaves the assumed headers and members out of JSON and HTTP messages. Other code has no documented part. */
export function createDocumentedText(
  names: AssumedNames,
  filter: (body: unknown) => unknown,
): DocumentedText {
  const bodyOf = (text: string): string | undefined => {
    try {
      const body: unknown = JSON.parse(text);
      const left = filter(body);
      if (JSON.stringify(left) === JSON.stringify(body)) return text;
      return JSON.stringify(left, undefined, text.includes('\n') ? 2 : undefined);
    } catch {
      return undefined;
    }
  };
  const messageOf = (text: string): string | undefined => {
    const end = text.indexOf('\n\n');
    if (end < 0) return undefined;
    const [start = '', ...headers] = text.slice(0, end).split('\n');
    const body = text.slice(end + 2);
    const left = /^\s*[[{]/.test(body) ? bodyOf(body) : body;
    const isLeft = (name: string) => !names.isCode(name) && (left === body || name !== 'content-length');
    const kept = headers.filter((line) => isLeft(line.split(':', 1)[0] ?? ''));
    return left === undefined ? undefined : [start, ...kept, '', left].join('\n');
  };
  return (text, language) => {
    const left = language === 'http' ? messageOf(text) : language === 'json' ? bodyOf(text) : undefined;
    return left === undefined || names.isIn(left) ? undefined : left;
  };
}
