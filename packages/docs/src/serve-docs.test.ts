import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withPolicy } from './policy.ts';
import { type RunningDocs, serveDocs } from './serve-docs.ts';

const root = mkdtempSync(join(tmpdir(), 'cascade-docs-'));
let docs: RunningDocs;

beforeAll(async () => {
  mkdirSync(join(root, 'site'));
  writeFileSync(join(root, 'site/index.html'), '<h1>first</h1>');
  writeFileSync(join(root, 'site/style.css'), 'body{}');
  writeFileSync(join(root, 'site/a.b.json'), '{}');
  writeFileSync(join(root, 'site/.env.txt'), 'not for you');
  writeFileSync(join(root, 'secret.html'), 'not for you');
  mkdirSync(join(root, 'site/codes'));
  writeFileSync(join(root, 'site/codes/a.html'), '<h1>code</h1>');
  writeFileSync(join(root, 'site/openapi.yaml'), 'openapi: 3.1.0');
  symlinkSync(join(root, 'secret.html'), join(root, 'site/link.html'));
  symlinkSync(root, join(root, 'site/out'));
  symlinkSync(join(root, 'site/codes'), join(root, 'site/inside'));
  docs = await serveDocs({ port: 0, folder: join(root, 'site') });
});

afterAll(async () => {
  await docs.close();
  rmSync(root, { recursive: true });
});

interface Got {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Sends the path unchanged; fetch would normalise it. */
function get(path: string, method = 'GET', headers: Readonly<Record<string, string>> = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = request(docs.url, { path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const { statusCode: status, headers: got } = response;
        const bytes = Buffer.concat(parts);
        resolve({ status, type: got['content-type'], body: bytes.toString(), headers: got, bytes });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('the start page is served at /, with or without a query', async () => {
  expect(await get('/')).toMatchObject({
    status: 200,
    type: 'text/html; charset=utf-8',
    body: '<h1>first</h1>',
  });
  expect((await get('/index.html?x=1')).status).toBe(200);
  expect((await get('/style.css')).type).toBe('text/css; charset=utf-8');
  expect((await get('/a.b.json')).type).toBe('application/json; charset=utf-8');
});

test('folders are served, and descriptions as text that browsers show', async () => {
  expect(await get('/codes/a.html')).toMatchObject({ status: 200, body: '<h1>code</h1>' });
  expect(await get('/inside/a.html')).toMatchObject({ status: 200, body: '<h1>code</h1>' });
  expect(await get('/openapi.yaml')).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8' });
});

test.each([
  '/../secret.html',
  '/.env.txt',
  '/a..b.json',
  '/%2e%2e/secret.html',
  '/..%2fsecret.html',
  '//secret.html',
  '/./index.html',
  '/site',
  '/codes',
  '/codes/',
  '/codes/%2e%2e/%2e%2e/secret.html',
  '/link.html',
  '/out/secret.html',
  '/index.html%00',
  '/%5c..%5csecret.html',
  '/%',
  '/none.html',
  '/\\..\\secret.html',
])('%s is not found', async (path) => {
  const answer = await get(path);
  expect(answer.status).toBe(404);
  expect(answer.body).not.toContain('not for you');
});

test('the site may have a page for what is missing', async () => {
  writeFileSync(join(root, 'site/404.html'), '<h1>missing</h1>');
  expect(await get('/codes/none.html')).toMatchObject({
    status: 404,
    type: 'text/html; charset=utf-8',
    body: '<h1>missing</h1>',
  });
  expect((await get('/404.html')).status).toBe(404);
  expect(await get('/none', 'HEAD')).toMatchObject({ status: 404, body: '' });
  rmSync(join(root, 'site/404.html'));
  expect((await get('/none')).body).toBe('Page not found. The start page is /\n');
});

test('who has the current state gets 304 without a body; a changed file is sent again', async () => {
  const path = '/codes/changing.html';
  const write = (text: string) => writeFileSync(join(root, `site${path}`), text);
  write('one');
  const first = await get(path);
  const etag = String(first.headers.etag);
  expect(first).toMatchObject({ status: 200, body: 'one', headers: { 'cache-control': 'no-cache' } });
  const again = (headers: Readonly<Record<string, string>>, method = 'GET') => get(path, method, headers);
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*'])
    expect(await again({ 'if-none-match': tag }), tag).toMatchObject({ status: 304, body: '' });
  expect(await again({ 'if-none-match': etag }, 'HEAD')).toMatchObject({ status: 304 });
  const zipped = await again({ 'if-none-match': etag, 'accept-encoding': 'gzip' });
  expect(zipped.status).toBe(200);
  expect(zipped.headers.etag).not.toBe(etag);
  write('another');
  expect(await again({ 'if-none-match': etag })).toMatchObject({ status: 200, body: 'another' });
});

test('a page gets the policy that is in it, also as a header; other files may do nothing', async () => {
  const markup = withPolicy(
    'a.html',
    '<meta charset="utf-8"><style>p{}</style><script type="application/json">{}</script><script>1</script>',
  );
  writeFileSync(join(root, 'site/a.html'), markup);
  const { headers } = await get('/a.html');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^ ]+'; style-src 'sha256-[^ ]+'; /);
  expect(policy).toMatch(/; frame-ancestors 'none'$/);
  expect(policy).not.toMatch(/unsafe|file:/);
  const none = "default-src 'none'; frame-ancestors 'none'";
  for (const path of ['/index.html', '/openapi.yaml', '/missing'])
    expect((await get(path)).headers, path).toMatchObject({
      'content-security-policy': none,
      'referrer-policy': 'no-referrer',
    });
});

test('the API catalog has its media type, and every answer names it', async () => {
  mkdirSync(join(root, 'site/.well-known'));
  writeFileSync(join(root, 'site/.well-known/api-catalog'), '{"linkset":[]}');
  writeFileSync(join(root, 'site/.well-known/other.html'), 'not for you');
  const link = '</.well-known/api-catalog>; rel="api-catalog"';
  for (const method of ['GET', 'HEAD'])
    expect(await get('/.well-known/api-catalog', method)).toMatchObject({
      status: 200,
      type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      headers: { link },
    });
  for (const path of ['/', '/missing']) expect((await get(path)).headers).toMatchObject({ link });
  expect((await get('/.well-known/other.html')).status).toBe(404);
});

test('brotli and gzip give back the same page', async () => {
  const text = '<h1>first</h1>';
  const packed = (encoding: string) => get('/', 'GET', { 'accept-encoding': encoding });
  expect(brotliDecompressSync((await packed('gzip, br')).bytes).toString()).toBe(text);
  expect(gunzipSync((await packed('gzip')).bytes).toString()).toBe(text);
  const head = await get('/', 'HEAD', { 'accept-encoding': 'br' });
  expect(head.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(Number(head.headers['content-length'])).toBeGreaterThan(0);
});

test('many readers at once', async () => {
  const paths = ['/', '/codes/a.html', '/none.html', '/openapi.yaml', '/link.html'];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => get(paths[at % 5] ?? '/', 'GET', { 'accept-encoding': 'br' })),
  );
  expect(answers.map(({ status }) => status)).toEqual(
    Array.from({ length: 50 }, (_, at) => [200, 200, 404, 200, 404][at % 5]),
  );
});

test('HEAD has no body; other methods are refused', async () => {
  expect(await get('/', 'HEAD')).toMatchObject({ status: 200, body: '' });
  expect((await get('/', 'POST')).status).toBe(405);
});

test('a port in use rejects with EADDRINUSE', async () => {
  const port = Number(new URL(docs.url).port);
  await expect(serveDocs({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
