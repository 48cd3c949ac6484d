import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ShownCallback } from '../page-protocol.ts';

const longestCallback = 64 * 1024;

/**
 * Answers HEAD and GET with 200, so that the address can be registered (ADR-0014), and shows posted
 * callbacks, signed or not. A body that is not JSON is shown and answered 400, one over 64 KiB is not shown.
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
  const body = await readBounded(request);
  if (body === undefined) {
    response.writeHead(413, { connection: 'close' }).end();
    return;
  }
  show({
    key: randomUUID(),
    receivedAt: new Date().toISOString(),
    headers: headersOf(request),
    bodyBase64: body.toString('base64'),
  });
  response.writeHead(isJson(body) ? 200 : 400).end();
}

/** As they came: Node joins repeated headers elsewhere, and lowers their names. */
function headersOf({ rawHeaders }: IncomingMessage): readonly (readonly [string, string])[] {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return names.map((name, index) => [name, rawHeaders[2 * index + 1] ?? ''] as const);
}

async function readBounded(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > longestCallback) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
