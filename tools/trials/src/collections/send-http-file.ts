import { randomUUID } from 'node:crypto';
import type { HttpFile, HttpFileRequest } from './read-http-file.ts';

/** The title of a request, the expected answer and the received one, in the same words. */
export interface HttpFileResult {
  readonly title: string;
  readonly expects: string;
  readonly answered: string;
}

const secondsToAnswer = 30;

/** Sends all requests in their order, with these values instead of those of the file. */
export async function sendHttpFile(
  { variables, requests }: HttpFile,
  values: Readonly<Record<string, string>>,
): Promise<readonly HttpFileResult[]> {
  const known = new Map(Object.entries({ ...variables, ...values }));
  const results: HttpFileResult[] = [];
  for (const request of requests) {
    const { title, expects } = request;
    results.push({ title, expects, answered: await send(request, known) });
  }
  return results;
}

async function send(request: HttpFileRequest, known: Map<string, string>): Promise<string> {
  const { method, url, headers, body, name } = request;
  const filled = Object.entries(headers).map(([header, value]) => [header, fillIn(value, known)] as const);
  const answer = await fetch(fillIn(url, known), {
    method,
    headers: Object.fromEntries(filled),
    body: fillIn(body, known),
    signal: AbortSignal.timeout(secondsToAnswer * 1_000),
  });
  const content: unknown = await answer.json();
  if (name !== undefined) keep(name, content, known);
  return answer.ok ? '2xx' : `${answer.status} ${memberOf(content, 'title')}`;
}

/** Whether the answer is one of those that the file expects: `2xx`, or a status and its titles joined by `or`. */
export function isExpected({ expects, answered }: HttpFileResult): boolean {
  const [, status, titles] = /^(\d{3}) (.+)$/.exec(expects) ?? [];
  return titles === undefined
    ? expects === answered
    : titles.split(' or ').some((title) => `${status} ${title}` === answered);
}

function keep(name: string, content: unknown, known: Map<string, string>): void {
  if (typeof content !== 'object' || content === null) return;
  for (const [member, value] of Object.entries(content))
    known.set(`${name}.response.body.$.${member}`, String(value));
}

function memberOf(content: unknown, name: string): string {
  const found = typeof content === 'object' && content !== null ? Object.entries(content) : [];
  return String(found.find(([member]) => member === name)?.[1]);
}

function fillIn(text: string, known: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\{\{([^{}]+)\}\}/g, (_, name: string) => {
    const value = name === '$guid' ? randomUUID() : known.get(name);
    if (value === undefined) throw new Error(`{{${name}}} has no value`);
    return value;
  });
}
