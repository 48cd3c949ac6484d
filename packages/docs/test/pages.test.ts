import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readContract } from '@cascade/contract';
import { inBrowser, launch, newPage, noBrowser } from '@cascade/test-kit/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readFragment } from '../src/console/link.ts';
import { pageData } from '../src/console/page-data.ts';
import { goalOfLink } from './support/goal-of-link.ts';
import { inTurns } from './support/in-turns.ts';
import { type SiteOnDisk, writeSite } from './support/site-on-disk.ts';
import { type Use, use, type Visit, visit } from './support/visit.ts';

/** `SCREENSHOTS=1` writes screenshots to this folder. */
const screenshots =
  process.env.SCREENSHOTS === '1'
    ? fileURLToPath(new URL('../reports/screenshots', import.meta.url))
    : undefined;
const slow = { timeout: 300_000 };
/** Redoc writes their markup, so axe and keyboard tests leave them out. */
const redocPages = ['redoc/api.html', 'redoc/callback.html'];
/** The names of the requests that the console can fill in. */
const examples = new Set(pageData(readContract()).templates.map(({ name }) => name));

describe.skipIf(noBrowser !== undefined)(inBrowser('every page'), () => {
  let site: SiteOnDisk;
  let browser: Browser;
  let ours: readonly string[];
  let visits: readonly Visit[];
  let uses: readonly Use[];

  beforeAll(async () => {
    [site, browser] = await Promise.all([
      writeSite(),
      launch(),
      screenshots && mkdir(screenshots, { recursive: true }),
    ]);
    ours = site.pages.filter((name) => !redocPages.includes(name));
    const tabs = await Promise.all([newPage(browser), newPage(browser)]);
    for (const tab of tabs) await tab.context().setOffline(true);
    const place = { folder: site.folder, ...(screenshots === undefined ? {} : { screenshots }) };
    const found = await inTurns(site.pages, tabs, async (name, tab) => ({
      visit: await visit(tab, name, place),
      use: ours.includes(name) ? [await use(tab, name)] : [],
    }));
    visits = found.map((one) => one.visit);
    uses = found.flatMap((one) => one.use);
    await Promise.all(tabs.map((tab) => tab.close()));
  }, 300_000);

  afterAll(async () => {
    await browser?.close();
    await site?.remove();
  });

  test('renders from a file, offline, without requests to other hosts', () => {
    expect(visits.map(({ name }) => name)).toEqual(site.pages);
    for (const { name, title, outside, faults } of visits) {
      expect(title, name).not.toBe('');
      expect({ name, outside, faults }).toEqual({ name, outside: [], faults: [] });
    }
  });

  test('has no dead links or anchors', () => {
    const links = visits.flatMap(({ name: from, links }) => links.map((to) => ({ from, to })));
    const inside = links.filter(({ from, to }) => isOurs(from, to));
    const dead = inside.filter(({ from, to }) => {
      const { file, anchor } = goalOfLink(from, to);
      if (redocPages.includes(file)) return false;
      if (file === 'console.html' && anchor !== undefined) return !opensInConsole(anchor);
      const ids = visits.find(({ name }) => name === file)?.ids;
      return !site.files.has(file) || (anchor !== undefined && !ids?.has(decodeURIComponent(anchor)));
    });
    expect(inside.length).toBeGreaterThan(500);
    expect(dead).toEqual([]);
  });

  /** The console fills in what a fragment names; it has no element with that id. */
  function opensInConsole(anchor: string): boolean {
    const linked = readFragment(anchor);
    return typeof linked !== 'string' || examples.has(linked) || anchor === 'main';
  }

  /** Redoc creates anchors while scrolling, so of its links only those to our pages are checked. */
  function isOurs(from: string, to: string): boolean {
    if (/^(?:https?|mailto|data):/.test(to)) return false;
    return !redocPages.includes(from) || /^(?:\.\.\/)?[\w-]+\.html/.test(to);
  }

  test('fits on a phone', () => {
    const wide = visits.filter(({ name, excess }) => excess > 0 && ours.includes(name));
    expect(wide.map(({ name, excess }) => `${name}: ${excess} px too wide`)).toEqual([]);
  });

  test('has no axe violations, in light and dark', () => {
    expect(uses.map(({ name }) => name)).toEqual(ours);
    expect(uses.flatMap(({ name, violations }) => violations.map((one) => `${name}, ${one}`))).toEqual([]);
  });

  test('works by keyboard: the navigation can be skipped, and every stop is visible', () => {
    for (const { name, stops } of uses) {
      expect(stops[0]?.name, name).toMatch(/^Skip to/);
      expect(stops.length, name).toBeGreaterThan(10);
      expect(
        stops.filter(({ isMarked }) => !isMarked),
        name,
      ).toEqual([]);
    }
  });

  test('reads without JavaScript', slow, async () => {
    const page = await newPage(browser, { javaScriptEnabled: false });
    onTestFinished(() => page.close());
    for (const name of ours) {
      await page.goto(pathToFileURL(join(site.folder, name)).href);
      const text = await page.locator('main').textContent();
      expect(text?.length, name).toBeGreaterThan(150);
    }
  });
});
