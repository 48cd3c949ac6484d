import { inBrowser, launch, noBrowser } from '@cascade/repository/test-kit/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { feeds } from '../src/history/feeds.ts';
import { readHistory } from '../src/history/read-history.ts';
import { renderedSite } from './support/rendered-site.ts';

const uuid = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  files = await renderedSite();
}, 120_000);

const json = () => JSON.parse(files.get('feed.json') ?? '');

test('the JSON feed has what its specification requires, and each entry leads into the changelog', async () => {
  const feed = json();
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: expect.any(String),
    feed_url: 'feed.json',
  });
  expect(feed.items.length).toBeGreaterThan(10);
  const ids = new Set(feed.items.map(({ id }: { id: string }) => id));
  expect(ids.size).toBe(feed.items.length);
  const page = files.get('changelog.html') ?? '';
  for (const { id, url, title, content_text, date_published } of feed.items) {
    expect(id).toMatch(uuid);
    expect(date_published).toMatch(time);
    expect(`${title}${content_text}`).not.toContain('undefined');
    expect(page).toContain(` id="${url.replace('changelog.html#', '')}"`);
  }
  const { releases } = await readHistory();
  const versions = new Set(feed.items.map(({ title }: { title: string }) => title.split(',')[0]));
  // The first release changed nothing.
  expect([...versions].toSorted()).toEqual(releases.slice(1).map(({ version }) => version));
});

test('an entry keeps its id, by which readers know that they have read it', () => {
  const item = json().items.find(({ title }: { title: string }) =>
    title.startsWith('0.2.0, scheduleMessage:'),
  );
  expect(item.id).toBe('urn:uuid:31542e5e-f3f4-8fab-8e66-7b4a6ce20085');
  expect(item.content_text).toContain('start-time (new) (breaking)');
  expect(item.content_text).toContain('Do this: send the message later, or choose a nearer time.');
});

test('each page names both feeds', () => {
  for (const file of ['index.html', 'operations/scheduleMessage.html']) {
    const root = file.includes('/') ? '../' : '';
    expect(files.get(file)).toContain(`type="application/atom+xml" title="Changelog" href="${root}feed.xml"`);
    expect(files.get(file)).toContain(
      `type="application/feed+json" title="Changelog" href="${root}feed.json"`,
    );
  }
});

/** Runs in the browser, whose parser refuses what is not well-formed. */
const reader = `(text) => {
  const parsed = new DOMParser().parseFromString(text, 'application/xml');
  const all = (node, name) => [...node.children].filter(({ localName }) => localName === name);
  const textOf = (node, name) => all(node, name).map((child) => child.textContent).join();
  const linkOf = (node, rel) =>
    all(node, 'link').find((link) => link.getAttribute('rel') === rel)?.getAttribute('href');
  const root = parsed.documentElement;
  return {
    error: parsed.querySelector('parsererror')?.textContent,
    root: [root.localName, root.namespaceURI],
    feed: ['id', 'title', 'updated'].map((name) => all(root, name).length),
    author: root.querySelector('author name')?.textContent,
    self: linkOf(root, 'self'),
    updated: textOf(root, 'updated'),
    entries: all(root, 'entry').map((entry) => ({
      id: textOf(entry, 'id'),
      url: linkOf(entry, 'alternate'),
      title: textOf(entry, 'title'),
      content_text: textOf(entry, 'content'),
      date_published: textOf(entry, 'updated'),
    })),
  };
}`;

describe.skipIf(noBrowser !== undefined)(inBrowser('the Atom feed'), () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  }, 60_000);
  afterAll(() => browser?.close());

  test('is well-formed, has what RFC 4287 requires, and says the same as the JSON feed', async () => {
    const page = await browser.newPage();
    const read = Object(await page.evaluate(`(${reader})(${JSON.stringify(files.get('feed.xml'))})`));
    expect(read.error).toBeUndefined();
    expect(read.root).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
    expect(read.feed).toEqual([1, 1, 1]);
    expect(read.author).toBe('Cascade');
    expect(read.self).toBe('feed.xml');
    expect(read.updated).toMatch(time);
    expect(read.entries).toEqual(json().items);
  });

  test('text of a change stays text', async () => {
    const text = '<b> & "c" ]]> \u0001 é';
    const { releases } = await readHistory();
    const change = {
      id: 'a',
      version: releases.at(-1)?.version ?? '',
      isReleased: true,
      reader: 'caller',
      part: '<i>',
      partHref: '/changelog.html#a&b',
      isOfOperation: false,
      name: 'x',
      kind: 'changed',
      isBreaking: false,
      text,
      href: '/changelog.html#a',
    } as const;
    const made = feeds({ releases, planned: '', comparisons: [] }, [change]);
    const page = await browser.newPage();
    const read = Object(await page.evaluate(`(${reader})(${JSON.stringify(made.get('feed.xml'))})`));
    expect(read.error).toBeUndefined();
    expect(read.entries[0]).toMatchObject({
      title: expect.stringContaining('<i>: 1 change'),
      url: 'changelog.html#a&b',
      content_text: `x\n${text.replace('\u0001', '\ufffd')}`,
    });
  });
});
