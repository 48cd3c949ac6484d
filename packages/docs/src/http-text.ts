import type { CatalogueRequest } from '@cascade/contract';
import { defined } from './objects.ts';

const longestLine = 400;

/** A request as HTTP text. JSON is indented; strings over 400 characters are cut, with their length. */
export function requestText({ method, path, headers, body }: CatalogueRequest): string {
  return messageText(`${method} ${path}`, headers, bodyText(body));
}

/** An HTTP message: start line, headers, blank line, body. */
export function messageText(start: string, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [start, ...lines, '', body].join('\n');
}

/** A problem answer as HTTP text. */
export function answerText(title: string, status: number, detail: string | undefined): string {
  const body = bodyText(defined({ title, status, detail }));
  return messageText(`HTTP/1.1 ${status}`, { 'content-type': 'application/problem+json' }, body);
}

/** A JSON value as indented text; strings over 400 characters are cut, with their length. */
export function bodyText(body: unknown): string {
  return JSON.stringify(body, shorten, 2);
}

function shorten(_key: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= longestLine) return value;
  return `${value.slice(0, 40)}… (${value.length.toLocaleString('en-US')} characters)`;
}
