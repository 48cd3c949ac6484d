import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { renderedSite } from './support/rendered-site.ts';

const kilobyte = 1_000;
let site: ReadonlyMap<string, string>;

beforeAll(async () => {
  site = await renderedSite();
});

const zipped = (file: string) => gzipSync(site.get(file) ?? '').byteLength;

/** The gzipped bytes of a page and of the files of the site that it loads. */
function weightOf(page: string): number {
  const loaded = loadedBy(site.get(page) ?? '').map((file) => posix.join(posix.dirname(page), file));
  return [page, ...new Set(loaded)].map(zipped).reduce((sum, size) => sum + size, 0);
}

function loadedBy(markup: string): readonly string[] {
  const parts = markup.matchAll(/<(?:script|link)\s[^>]*(?:src|href)="([\w./-]+\.(?:js|css))"/g);
  return [...parts].map(([, file = '']) => file);
}

test('each page of ours with all that it loads is below 60 kB gzipped', () => {
  const pages = [...site.keys()].filter((file) => file.endsWith('.html') && !file.startsWith('redoc/'));
  const weights = pages.map((page) => ({ page, weight: weightOf(page) }));
  expect(weights.length).toBeGreaterThan(100);
  expect(weights.filter(({ weight }) => weight >= 60 * kilobyte || weight < kilobyte)).toEqual([]);
  expect(loadedBy('<link rel="x" href="a.css"><script src="../b.js" defer>')).toEqual(['a.css', '../b.js']);
});

test('the console is below 30 kB gzipped, and each script that it loads later, too', () => {
  for (const file of ['console.html', 'console-parts.js', 'console-control.js']) {
    expect(zipped(file)).toBeGreaterThan(kilobyte);
    expect(zipped(file)).toBeLessThan(30 * kilobyte);
  }
});

test('the index of the search is below 200 kB, and below 60 kB gzipped with its script', () => {
  expect(Buffer.byteLength(site.get('search-index.js') ?? '')).toBeLessThan(200 * kilobyte);
  expect(zipped('search-index.js') + zipped('search.js')).toBeLessThan(60 * kilobyte);
  expect(zipped('search.js')).toBeGreaterThan(kilobyte);
});
