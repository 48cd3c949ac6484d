import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { dropConnection } from './answers.ts';
import { serve } from './serve.ts';

/** What goes wrong between client and provider; after `forwarded` the provider has answered. */
export type Fault =
  | 'none'
  | 'page'
  | 'reset'
  | 'forwarded, dropped'
  | 'forwarded, delayed'
  | 'forwarded, page'
  | 'forwarded, truncated'
  | 'forwarded, cut'
  | 'forwarded, reset';

export interface FaultyProxy {
  readonly url: string;
  /** The faults of the following requests, in order; later requests have none. */
  next(...faults: readonly Fault[]): void;
  /** Called when an answer is withheld. */
  onDelayed(listener: () => void): void;
  close(): Promise<void>;
}

interface ForwardedAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const page = '<html><h1>502 Bad Gateway</h1></html>';

/** A reverse proxy that fails on demand. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const queue: Fault[] = [];
  let delayed = () => {};
  const { url, close } = await serve(async (request, response) => {
    const fault = queue.shift() ?? 'none';
    const body = await buffer(request);
    if (fault === 'page') return void sendPage(response);
    if (fault === 'reset') return void request.socket.resetAndDestroy();
    const answer = await forward(target, request, body);
    if (fault === 'forwarded, delayed') delayed();
    else fail(fault, answer, response);
  });
  return {
    url,
    next: (...faults) => void queue.splice(0, queue.length, ...faults),
    onDelayed(listener) {
      delayed = listener;
    },
    close,
  };
}

async function forward(
  target: string,
  { url, headers }: IncomingMessage,
  body: Buffer,
): Promise<ForwardedAnswer> {
  const answer = await fetch(`${target}${url}`, {
    method: 'POST',
    headers: { 'x-api-key': String(headers['x-api-key']), 'content-type': String(headers['content-type']) },
    body: new Uint8Array(body),
  });
  return {
    status: answer.status,
    type: String(answer.headers.get('content-type')),
    body: await answer.text(),
  };
}

function fail(fault: Fault, { status, type, body }: ForwardedAnswer, response: ServerResponse): void {
  const half = body.slice(0, body.length / 2);
  if (fault === 'forwarded, page') sendPage(response);
  else if (fault === 'forwarded, dropped') dropConnection(response);
  else if (fault === 'forwarded, reset') response.socket?.resetAndDestroy();
  else if (fault === 'forwarded, truncated') response.writeHead(status, { 'content-type': type }).end(half);
  else if (fault === 'forwarded, cut') {
    response.writeHead(status, { 'content-type': type, 'content-length': body.length });
    response.write(half, () => dropConnection(response));
  } else if (fault === 'none') response.writeHead(status, { 'content-type': type }).end(body);
}

function sendPage(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/html' }).end(page);
}
