import { posix } from 'node:path';
import { readContract } from '@cascade/contract';
import { expect, test } from 'vitest';
import { readFragment } from '../src/console/link.ts';
import { pageData } from '../src/console/page-data.ts';
import { renderedSite } from './support/rendered-site.ts';

/** The file of the site, and the anchor as written, that a link on the page `from` leads to. */
function goalOfLink(from: string, link: string): { readonly file: string; readonly anchor?: string } {
  const [name = '', anchor] = link.split('#');
  const file = name === '' ? from : posix.join(posix.dirname(from), name);
  return anchor === undefined || anchor === '' ? { file } : { file, anchor };
}

const site = await renderedSite();
const pages = [...site.keys()].filter((file) => file.endsWith('.html'));
/** Redoc creates anchors while scrolling: of its links only those to our pages are checked. */
const isOfRedoc = (file: string) => file.startsWith('redoc/');
/** The names of the requests that the console can fill in. */
const examples = new Set(pageData(readContract()).templates.map(({ name }) => name));

const matches = (file: string, pattern: RegExp) =>
  [...(site.get(file) ?? '').matchAll(pattern)].map(([, found]) => found ?? '');
const ids = new Map(pages.map((file) => [file, new Set(matches(file, / id="([^"]+)"/g))]));

/** The console fills in what a fragment names; it has no element with that id. */
function opensInConsole(anchor: string): boolean {
  const linked = readFragment(anchor);
  return typeof linked !== 'string' || examples.has(linked) || ids.get('console.html')?.has(linked) === true;
}

function isDead(from: string, link: string): boolean {
  const { file, anchor } = goalOfLink(from, link);
  if (!site.has(file)) return true;
  if (anchor === undefined || isOfRedoc(file)) return false;
  if (file === 'console.html') return !opensInConsole(anchor);
  return ids.get(file)?.has(decodeURIComponent(anchor)) !== true;
}

test('every link within the site has its page and its anchor', () => {
  const links = pages
    .filter((file) => !isOfRedoc(file))
    .flatMap((from) => matches(from, /\shref="([^"]+)"/g).map((link) => ({ from, link })))
    .filter(({ link }) => !/^(?:data|https?|mailto):/.test(link));
  expect(links.length).toBeGreaterThan(1_000);
  expect(links.filter(({ from, link }) => isDead(from, link))).toEqual([]);
});

test('every link from Redoc to a page of ours has its page and its anchor', () => {
  const links = pages
    .filter(isOfRedoc)
    .flatMap((from) => matches(from, /\]\((\.\.\/[^)\s]+)\)/g).map((link) => ({ from, link })));
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ from, link }) => isDead(from, link))).toEqual([]);
});
