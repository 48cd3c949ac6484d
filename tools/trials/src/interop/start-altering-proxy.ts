import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Serving, serve } from '@cascade/test-kit';

/** What a client of another language must survive: each is a path before the path of the operation. */
const alterations = {
  '/plain': (answer: Answer) => answer,
  '/extra-member': ({ status, body }: Answer) => ({ status, body: { ...body, billedParts: 3, x: [{}] } }),
  '/unlisted-code': () => problem(400),
  '/status-402': () => problem(402),
} as const;

function problem(status: number): Answer {
  return { status, body: { title: 'new-code', status, detail: 'A code of a later version.' } };
}

/** The first part of a URL, which says how the answer is altered. */
export type Alteration = keyof typeof alterations;

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** Passes requests on to the provider at `url`, and alters its JSON answers as the first part of the path says. */
export function startAlteringProxy(url: string): Promise<Serving> {
  return serve(async (request, response) => {
    const path = String(request.url);
    const name = Object.keys(alterations).find((one): one is Alteration => path.startsWith(`${one}/`));
    if (name === undefined) return response.writeHead(404).end();
    const answer = await pass(request, url + path.slice(name.length));
    const text = await answer.text();
    const { status, body } = alterations[name]({ status: answer.status, body: text ? JSON.parse(text) : {} });
    const type = status < 300 ? 'application/json' : 'application/problem+json';
    return response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
  });
}

async function pass(request: IncomingMessage, url: string): Promise<Response> {
  const { 'x-api-key': key, 'content-type': type = '' } = request.headers;
  return fetch(url, {
    method: String(request.method),
    headers: { 'x-api-key': String(key), 'content-type': type },
    body: await buffer(request),
  });
}
