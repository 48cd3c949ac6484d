import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { violationsOf } from './support/axe.ts';
import { inBrowser, launch, noBrowser } from './support/browser.ts';
import { type SiteOnDisk, writeSite } from './support/site-on-disk.ts';
import { tabStops } from './support/tab-stops.ts';

const screenshots = fileURLToPath(new URL('../reports/screenshots', import.meta.url));
const slow = { timeout: 120_000 };
/** Redoc's own markup, which we do not write. */
const references = ['api.html', 'callback.html'];
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };

describe.skipIf(noBrowser !== undefined)(inBrowser('every page'), () => {
  let site: SiteOnDisk;
  let browser: Browser;
  let ours: readonly string[];

  beforeAll(async () => {
    [site, browser] = await Promise.all([writeSite(), launch(), mkdir(screenshots, { recursive: true })]);
    ours = site.pages.filter((name) => !references.includes(name));
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await site?.remove();
  });

  const addressOf = (name: string) => pathToFileURL(join(site.folder, name)).href;

  /** A page with the network blocked; what it asked for nevertheless, and what it complained of. */
  async function open(name: string): Promise<{ page: Page; outside: string[]; faults: string[] }> {
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    const outside: string[] = [];
    const faults: string[] = [];
    await page.context().setOffline(true);
    page.on('request', (request) => {
      if (!/^(?:file|data|blob):/.test(request.url())) outside.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.goto(addressOf(name), { waitUntil: 'load' });
    return { page, outside, faults };
  }

  test('renders from a file, offline, and asks for nothing outside', slow, async () => {
    for (const name of site.pages) {
      const { page, outside, faults } = await open(name);
      await page.locator('h1').first().waitFor();
      expect(await page.title(), name).not.toBe('');
      expect({ name, outside, faults }).toEqual({ name, outside: [], faults: [] });
      await page.close();
    }
  });

  test('has links and anchors that lead somewhere', slow, async () => {
    const ids = new Map<string, ReadonlySet<string>>();
    const links: { from: string; to: string }[] = [];
    for (const name of site.pages) {
      const { page } = await open(name);
      await page.locator('h1').first().waitFor();
      ids.set(
        name,
        new Set(await page.evaluate(`[...document.querySelectorAll('[id]')].map(({ id }) => id)`)),
      );
      const hrefs: string[] = await page.evaluate(
        `[...document.links].map((link) => link.getAttribute('href'))`,
      );
      links.push(...hrefs.map((to) => ({ from: name, to })));
      await page.close();
    }
    const inside = links.filter(({ from, to }) => isOurs(from, to));
    const dead = inside.filter(({ from, to }) => {
      const [file = '', anchor = ''] = to.split('#');
      const goal = file === '' ? from : file;
      if (references.includes(goal)) return false;
      return !site.files.has(goal) || (anchor !== '' && !ids.get(goal)?.has(decodeURIComponent(anchor)));
    });
    expect(inside.length).toBeGreaterThan(500);
    expect(dead).toEqual([]);
  });

  /** Redoc has a router of its own and makes anchors as it scrolls: of its links only those to our pages count. */
  function isOurs(from: string, to: string): boolean {
    if (/^(?:https?|mailto|data):/.test(to)) return false;
    return !references.includes(from) || /^[\w-]+\.html/.test(to);
  }

  test('has nothing that axe objects to, in light and dark', slow, async () => {
    const found: string[] = [];
    for (const name of ours) {
      const { page } = await open(name);
      for (const colorScheme of schemesOf(name)) {
        await page.emulateMedia({ colorScheme });
        const violations = await violationsOf(page);
        found.push(...violations.map((violation) => `${name}, ${colorScheme}: ${violation}`));
      }
      await page.close();
    }
    expect(found).toEqual([]);
  });

  test('has a way for the keyboard: past the navigation, and every stop can be seen', slow, async () => {
    for (const name of ours) {
      const { page } = await open(name);
      const stops = await tabStops(page, 30);
      expect(stops[0]?.name, name).toMatch(/^Skip to/);
      expect(
        stops.filter(({ isMarked }) => !isMarked),
        name,
      ).toEqual([]);
      await page.goto(addressOf(name));
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(new URL(page.url()).hash, name).toBe('#main');
      await page.close();
    }
  });

  test('reads without JavaScript', slow, async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    for (const name of ours) {
      await page.goto(addressOf(name));
      const text = await page.locator('main').textContent();
      expect(text?.length, name).toBeGreaterThan(150);
    }
  });

  /** With `SCREENSHOTS=1` pictures are taken on the way, to be looked at. */
  test('fits on a telephone', slow, async () => {
    const wide: string[] = [];
    for (const name of site.pages) {
      const { page } = await open(name);
      await page.locator('h1').first().waitFor();
      const base = join(screenshots, name.replace('.html', ''));
      if (pictures) await takePictures(page, base);
      await page.setViewportSize(phone);
      if (pictures) await page.screenshot({ path: `${base}-phone.png` });
      const excess: number = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      if (excess > 0 && ours.includes(name)) wide.push(`${name}: ${excess} px too wide`);
      await page.close();
    }
    expect(wide).toEqual([]);
  });
});

/** One style sheet colours them all: in the dark, one page of each kind is enough. */
const kinds = ['index', 'catalogue', 'reference', 'journey', 'decisions', 'clauses', 'console', 'send'];

function schemesOf(name: string): readonly ('light' | 'dark')[] {
  return kinds.includes(name.replace('.html', '')) ? ['light', 'dark'] : ['light'];
}

const pictures = process.env.SCREENSHOTS === '1';

async function takePictures(page: Page, base: string): Promise<void> {
  await page.setViewportSize(desk);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${base}-${colorScheme}.png` });
  }
}
