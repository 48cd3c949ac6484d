import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Dispatcher, request } from 'undici';
import type { Answer, Call } from './wire.ts';

/** What belongs to one connection and not to the message (RFC 9110 §7.6.1), and what HTTP adds again by itself. */
const perConnection = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'host',
  'expect',
  'upgrade',
]);

export async function readCall(incoming: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method = 'GET', url = '/', rawHeaders } = incoming;
  return {
    method,
    path: url,
    headers: endToEnd(incoming.headers),
    writtenNames: rawHeaders.filter((_, at) => at % 2 === 0),
    body: Buffer.concat(chunks),
  };
}

/** Sends a call to `base` and waits for the whole answer. */
export async function passOn(
  dispatcher: Dispatcher,
  base: string,
  { method, path, headers, body }: Pick<Call, 'method' | 'path' | 'headers' | 'body'>,
): Promise<Answer> {
  const answer = await request(base + path, {
    dispatcher,
    method,
    headers,
    ...(body.length > 0 ? { body } : {}),
  });
  const { 'content-length': length } = answer.headers;
  return {
    status: answer.statusCode,
    // Of an answer to HEAD it is the length of what did not come.
    headers: {
      ...endToEnd(answer.headers),
      ...(method === 'HEAD' && length !== undefined ? { 'content-length': String(length) } : {}),
    },
    body: Buffer.from(await answer.body.arrayBuffer()),
  };
}

export function writeAnswer(outgoing: ServerResponse, { status, headers, body, manner }: Answer): void {
  if (manner === 'hang-up') {
    outgoing.destroy();
    return;
  }
  outgoing.sendDate = !Object.keys(headers).some((name) => name.toLowerCase() === 'date');
  if (manner === 'chunked') {
    outgoing.writeHead(status, headers);
    for (const byte of body) outgoing.write(Buffer.of(byte));
    outgoing.end();
    return;
  }
  const length = status === 204 || status === 304 ? {} : { 'content-length': body.length };
  outgoing.writeHead(status, { ...length, ...headers }).end(body);
}

function endToEnd(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || perConnection.has(name) ? [] : [[name, String(value)]],
    ),
  );
}
