import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defined } from './objects.ts';
import { atServerRoot } from './pages/not-found.ts';
import { policyHeader } from './policy.ts';
import { apiCatalogFile, apiCatalogType } from './programs/api-catalog.ts';

/** How a file may be sent. */
type Encoding = 'br' | 'gzip' | 'identity';

/**
 * The encoding for an `Accept-Encoding` (RFC 9110, 12.5.3): the one with the greatest weight, `br` before
 * `gzip`.
 */
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
  if (path === apiCatalogFile) return path;
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
  '.xml': 'application/xml; charset=utf-8',
  '.md': plain,
};

/** A file of the site. */
interface SiteFile {
  readonly type: string;
  readonly body: Buffer;
}

/**
 * Reads a file of `folder`, and nothing else: a link that leads out of it counts as missing. `undefined` if
 * there is none, or none of a type that a site has.
 */
async function readSiteFile(folder: string, path: string): Promise<SiteFile | undefined> {
  const type = path === apiCatalogFile ? apiCatalogType : contentTypes[extname(path)];
  if (type === undefined) return undefined;
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
    return file.startsWith(root + sep) ? { type, body: await readFile(file) } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The best quality of brotli takes a second for the pages of Redoc, and saves little; this one takes 0.1 s, 4
 * ms for others.
 */
const encode: Readonly<Record<Encoding, (body: Buffer) => Buffer | Promise<Buffer>>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify<Buffer, Buffer>(gzip),
  identity: (body) => body,
};

/** Answers a request for a file of the site in a folder, or with the site's page for what is missing. */
export async function answerFile(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const path = pathOfUrl(request.url ?? '');
  const isPage = path !== undefined && path !== notFoundPage;
  const file = isPage ? await readSiteFile(folder, path) : undefined;
  if (file !== undefined) return send(200, file, request, response);
  const { type, body } = (await readSiteFile(folder, notFoundPage)) ?? withoutPage;
  return send(404, { type, body: Buffer.from(atServerRoot(body.toString())) }, request, response);
}

const notFoundPage = '404.html';
const toApiCatalog = `</${apiCatalogFile}>; rel="api-catalog"`;
const withoutPage: SiteFile = { type: plain, body: Buffer.from('Page not found. The start page is /\n') };

/**
 * Every answer is checked again before it is used: the tag makes that cheap, and a rebuilt site shows at
 * once.
 */
async function send(
  status: 200 | 404,
  { type, body }: SiteFile,
  { method, headers: asked }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const encoding = encodingFor(asked['accept-encoding']);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const tag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
  const common = { etag: tag, vary: 'accept-encoding', 'cache-control': 'no-cache', link: toApiCatalog };
  if (status === 200 && isNotModified(asked['if-none-match'], tag)) {
    response.writeHead(304, common).end();
    return;
  }
  const bytes = await encode[encoding](body);
  const headers = {
    ...common,
    'content-type': type,
    'content-length': bytes.byteLength,
    'content-encoding': encoding === 'identity' ? undefined : encoding,
    'content-security-policy': policyHeader(type.startsWith('text/html') ? body.toString() : ''),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  response.writeHead(status, defined(headers));
  response.end(method === 'HEAD' ? undefined : bytes);
}
