import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  docs = await serveDocs({ port: 0, folder: join(root, 'site') });
});

afterAll(async () => {
  await docs.close();
  rmSync(root, { recursive: true });
});

/** Sends the path unchanged; fetch would normalise it. */
function get(
  path: string,
  method = 'GET',
): Promise<{ status: number | undefined; type: string | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(docs.url, { path, method }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode, type: response.headers['content-type'], body }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('the start page is served at /, with or without a query', async () => {
  expect(await get('/')).toEqual({ status: 200, type: 'text/html; charset=utf-8', body: '<h1>first</h1>' });
  expect((await get('/index.html?x=1')).status).toBe(200);
  expect((await get('/style.css')).type).toBe('text/css; charset=utf-8');
  expect((await get('/a.b.json')).type).toBe('application/json');
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
  '/none.html',
  '/\\..\\secret.html',
])('%s is not found', async (path) => {
  const answer = await get(path);
  expect(answer.status).toBe(404);
  expect(answer.body).not.toContain('not for you');
});

test('a page is gzipped if the client accepts gzip', async () => {
  const zipped = (accepted: string) =>
    fetch(docs.url, { headers: { 'accept-encoding': accepted } }).then(async (response) => ({
      encoding: response.headers.get('content-encoding'),
      text: await response.text(),
    }));
  const text = '<h1>first</h1>';
  for (const accepted of ['gzip', 'gzip, br', 'br, GZIP;q=0.5', 'deflate , gzip ; q=1'])
    expect(await zipped(accepted), accepted).toEqual({ encoding: 'gzip', text });
  for (const accepted of ['', 'br', 'gzip;q=0', 'br, gzip;q=0.000, deflate', 'x-gzipped'])
    expect(await zipped(accepted), accepted).toEqual({ encoding: null, text });
});

test('HEAD has no body; other methods are refused', async () => {
  expect(await get('/', 'HEAD')).toMatchObject({ status: 200, body: '' });
  expect((await get('/', 'POST')).status).toBe(405);
});

test('a port in use rejects with EADDRINUSE', async () => {
  const port = Number(new URL(docs.url).port);
  await expect(serveDocs({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
