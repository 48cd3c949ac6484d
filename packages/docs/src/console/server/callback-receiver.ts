import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ShownCallback } from '../page-protocol.ts';

const longestCallback = 64 * 1024;

/**
 * Answers HEAD and GET with 200, so that the address can be registered (ADR-0014), and shows posted
 * callbacks.
 */
export async function receiveCallback(
  request: IncomingMessage,
  response: ServerResponse,
  show: (callback: ShownCallback) => void,
): Promise<void> {
  if (request.method !== 'POST') {
    request.resume();
    response.writeHead(request.method === 'HEAD' || request.method === 'GET' ? 200 : 405).end();
    return;
  }
  const text = await readBounded(request);
  const body = text === undefined ? undefined : parse(text);
  if (body === undefined) {
    response.writeHead(400, { connection: 'close' }).end();
    return;
  }
  show({
    id: request.headers['webhook-id']?.toString(),
    signed: request.headers['webhook-signature'] !== undefined,
    body,
  });
  response.writeHead(200).end();
}

async function readBounded(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > longestCallback) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
