import { type IncomingMessage, request as open, type ServerResponse } from 'node:http';
import { request as openTls } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { notForwardedHeader } from '../page-protocol.ts';

/** Headers of the connection between page and docs server, which the target must not get. */
const notForwarded = new Set(['host', 'connection', 'cookie', 'origin', 'referer', 'accept-encoding']);

/** Headers of the connection between docs server and target; the last one is the docs server's own. */
const ofOneConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', notForwardedHeader]);

/** Forwards a request to a target, and streams the answer back; bodies are unchanged. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
): Promise<void> {
  const url = new URL(address);
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !notForwarded.has(name) && !name.startsWith('sec-')),
  );
  const send = url.protocol === 'https:' ? openTls : open;
  const sent = send(url, { method: request.method, headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve);
    sent.on('error', reject);
  });
  response.on('close', () => sent.destroy());
  try {
    // A target may answer before it has read the whole body.
    pipeline(request, sent).catch(() => {});
    const answer = await answered;
    const own = Object.entries(answer.headers).filter(([name]) => !ofOneConnection.has(name));
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(own));
    await pipeline(answer, response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else {
      response.writeHead(502, {
        'content-type': 'text/plain; charset=utf-8',
        [notForwardedHeader]: 'unreachable',
      });
      response.end(`The target did not answer: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
}
