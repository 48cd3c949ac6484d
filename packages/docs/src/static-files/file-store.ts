import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './negotiate.ts';

/** A file of the site as it is sent. */
export interface StoredFile {
  readonly type: string;
  /** What its entity tags begin with. */
  readonly hash: string;
  /** Its bytes in an encoding, compressed once. */
  bytes(encoding: Encoding): Promise<Uint8Array>;
}

/** The files of a folder, kept in memory until they change. */
export interface FileStore {
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
