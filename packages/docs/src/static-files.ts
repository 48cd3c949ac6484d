import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defined } from './objects.ts';

/** How a file may be sent. */
type Encoding = 'br' | 'gzip' | 'identity';

/** The encoding for an `Accept-Encoding` (RFC 9110, 12.5.3): the one with the greatest weight, `br` before `gzip`. */
export function encodingFor(accepted: string | readonly string[] | undefined): Encoding {
  const weights = new Map(
    String(accepted ?? '')
      .split(',')
      .map(weightOf),
  );
  const offered: readonly Encoding[] = ['br', 'gzip'];
  const weigh = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best = 'identity'] = offered.filter((one) => weigh(one) > 0).toSorted((a, b) => weigh(b) - weigh(a));
  return weigh(best) >= (weights.get('identity') ?? 0) ? best : 'identity';
}

function weightOf(item: string): readonly [name: string, weight: number] {
  const [name = '', ...parameters] = item.toLowerCase().split(';');
  const weight = parameters.map((one) => /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/.exec(one)?.[1]).find(Boolean);
  return [name.trim(), weight === undefined ? 1 : Number(weight)];
}

/** Whether the client has the current state (RFC 9110, 13.1.2): its tags are compared weakly. */
export function isNotModified(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((one) => one.replace(/^W\//, '') === tag);
}

/**
 * The path of a file below the site's folder for the target of a request, e.g. `codes/out-of-balance.html`;
 * `undefined` for a target that could lead elsewhere or to a hidden file. It is decoded once.
 */
export function pathOfUrl(target: string): string | undefined {
  const [raw = ''] = target.split(/[?#]/, 1);
  if (!raw.startsWith('/') || raw.length > longest) return undefined;
  const path = decoded(raw.slice(1));
  if (path === undefined || /[\p{Cc}\\:%]/u.test(path)) return undefined;
  if (path === '') return 'index.html';
  const segments = path.split('/');
  return segments.every((segment) => segment !== '' && !segment.startsWith('.')) ? path : undefined;
}

const longest = 300;

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A file of the site as it is sent. */
interface StoredFile {
  readonly type: string;
  /** What its entity tags begin with. */
  readonly hash: string;
  /** Its bytes in an encoding, compressed once. */
  bytes(encoding: Encoding): Promise<Uint8Array>;
}

/** The files of a folder, kept in memory until they change. */
interface FileStore {
  /** A file by its path from the folder; `undefined` if there is none, or none of a type that a site has. */
  read(path: string): Promise<StoredFile | undefined>;
}

/** Browsers show plain text, and would save other types of text to a file. */
const plain = 'text/plain; charset=utf-8';
const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.yaml': plain,
  '.http': plain,
  '.txt': plain,
  '.md': plain,
};

/** More files than a site has are not kept. */
const mostKept = 2_000;

interface Kept {
  readonly state: string;
  readonly file: StoredFile;
}

/**
 * Reads files of `folder`, and nothing else: a link that leads out of it counts as missing. `edit` may change the text
 * of an HTML page.
 */
export function createFileStore(
  folder: string,
  edit: (path: string, text: string) => string = (_, text) => text,
): FileStore {
  const kept = new Map<string, Kept>();
  return {
    async read(path) {
      const type = contentTypes[extname(path)];
      const place = type === undefined ? undefined : await placeIn(folder, path);
      if (type === undefined || place === undefined) return undefined;
      const known = kept.get(path);
      if (known?.state === place.state) return known.file;
      const body = await readFile(place.file).catch(() => undefined);
      if (body === undefined) return undefined;
      const isPage = path.endsWith('.html');
      const file = storedFile(type, isPage ? Buffer.from(edit(path, body.toString())) : body);
      if (kept.size >= mostKept) kept.clear();
      kept.set(path, { state: place.state, file });
      return file;
    },
  };
}

/** Where a path really leads, and what tells a later state of the file apart. */
async function placeIn(folder: string, path: string): Promise<{ file: string; state: string } | undefined> {
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
    const { mtimeMs, size, ino } = await stat(file);
    const isInside = file.startsWith(root + sep);
    return isInside ? { file, state: `${mtimeMs} ${size} ${ino}` } : undefined;
  } catch {
    return undefined;
  }
}

function storedFile(type: string, body: Uint8Array): StoredFile {
  const encoded = new Map<Encoding, Promise<Uint8Array>>();
  const encode = { br: brotli, gzip: promisify(gzip), identity: async (bytes: Uint8Array) => bytes };
  return {
    type,
    hash: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    bytes(encoding) {
      const bytes = encoded.get(encoding) ?? encode[encoding](body);
      encoded.set(encoding, bytes);
      return bytes;
    },
  };
}

/** The best quality takes a second for the pages of Redoc, and saves little. */
function brotli(bytes: Uint8Array): Promise<Uint8Array> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 6,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
  };
  return promisify(brotliCompress)(bytes, { params });
}

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
