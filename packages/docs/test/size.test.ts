import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SiteOnDisk, writeSite } from './support/site-on-disk.ts';

const kilobyte = 1_000;
let site: SiteOnDisk;

beforeAll(async () => {
  site = await writeSite();
});

afterAll(() => site?.remove());

/** The gzipped bytes of a page and the files of the site that it loads. */
function sizeOf(name: string): number {
  const text = site.files.get(name) ?? '';
  const parts = [...text.matchAll(/(?:src|href)="([\w-]+\.(?:js|css))"/g)].map(([, file]) => file ?? '');
  return [name, ...new Set(parts)]
    .map((file) => gzipSync(site.files.get(file) ?? '').byteLength)
    .reduce((sum, size) => sum + size, 0);
}

test('the start page with all that it loads is below 100 kB gzipped', () => {
  expect(sizeOf('index.html')).toBeLessThan(100 * kilobyte);
  expect(sizeOf('index.html')).toBeGreaterThan(kilobyte);
});

test('the search with its index is below 150 kB gzipped', () => {
  const scripts = [...site.files.keys()].filter((name) => name.endsWith('.js') && name !== 'console.js');
  const size = scripts.map((name) => gzipSync(site.files.get(name) ?? '').byteLength);
  expect(scripts).not.toEqual([]);
  expect(size.reduce((sum, one) => sum + one, 0)).toBeLessThan(150 * kilobyte);
});

test('the console adds less than 40 kB gzipped', () => {
  const added = ['console.html', 'console.js', 'console.css'].map((name) => site.files.get(name) ?? '');
  expect(gzipSync(added.join('')).byteLength).toBeLessThan(40 * kilobyte);
});
