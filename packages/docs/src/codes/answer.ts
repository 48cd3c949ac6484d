import { createTestProvider } from '@cascade/client/testing';
import { bodyText, messageText } from '../http-text.ts';
import { isObject } from '../objects.ts';
import type { SentRequest } from './sent-request.ts';

/** The answer to a request. */
export interface Answer {
  readonly status: number;
  /** The headers that say something about the answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const telling = ['content-type', 'allow', 'www-authenticate', 'retry-after'];

const provider = createTestProvider();

/** How a provider with the accounts of the samples answers: by the rules that the mock has, too. */
export async function answerTo({ method, path, headers, body }: SentRequest): Promise<Answer> {
  const request = new Request(`http://provider.example${path}`, {
    method,
    headers,
    ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
  });
  const response = await provider.fetch(request);
  const shown = telling.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status: response.status, headers: Object.fromEntries(shown), body: await response.json() };
}

/** The title of a problem; nothing for any other answer. */
export function titleOf({ status, body }: Answer): string | undefined {
  return status >= 400 && isObject(body) ? String(body.title) : undefined;
}

/** The answer as HTTP text, JSON indented. */
export function answerMessage({ status, headers, body }: Answer): string {
  return messageText(`HTTP/1.1 ${status}`, headers, bodyText(body));
}
