import type { IncomingMessage, ServerResponse } from 'node:http';
import { defined } from '../objects.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { encodingFor, isNotModified } from './negotiate.ts';
import { pathOfUrl } from './path-of-url.ts';

/** Answers a request for a file of the site, or with the site's page for what is missing. */
export async function answerFile(
  files: FileStore,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const path = pathOfUrl(request.url ?? '');
  const file = path === undefined || path === notFoundPage ? undefined : await files.read(path);
  if (file !== undefined) return send(200, file, request, response);
  const page = await files.read(notFoundPage);
  if (page !== undefined) return send(404, page, request, response);
  const text = 'Page not found. The start page is /\n';
  response.writeHead(404, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

const notFoundPage = '404.html';

/** Every answer is checked again before it is used: the tag makes that cheap, and a rebuilt site shows at once. */
async function send(
  status: 200 | 404,
  file: StoredFile,
  { method, headers: asked }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const encoding = encodingFor(asked['accept-encoding']);
  const tag = encoding === 'identity' ? `"${file.hash}"` : `"${file.hash}-${encoding}"`;
  const common = { etag: tag, vary: 'accept-encoding', 'cache-control': 'no-cache' };
  if (status === 200 && isNotModified(asked['if-none-match'], tag)) {
    response.writeHead(304, common).end();
    return;
  }
  const bytes = await file.bytes(encoding);
  const headers = {
    ...common,
    'content-type': file.type,
    'content-length': bytes.byteLength,
    'content-encoding': encoding === 'identity' ? undefined : encoding,
    'x-content-type-options': 'nosniff',
  };
  response.writeHead(status, defined(headers));
  response.end(method === 'HEAD' ? undefined : bytes);
}
