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
/** Redoc writes their markup, so axe and keyboard tests leave them out. */
const redocPages = ['api.html', 'callback.html'];
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };

interface Visit {
  readonly name: string;
  readonly title: string;
  /** Requests to other hosts. */
  readonly outside: readonly string[];
  /** Errors in the console. */
  readonly faults: readonly string[];
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
  /** Pixels by which the page is too wide for a phone. */
  readonly excess: number;
}

describe.skipIf(noBrowser !== undefined)(inBrowser('every page'), () => {
  let site: SiteOnDisk;
  let browser: Browser;
  let ours: readonly string[];
  let visits: readonly Visit[];

  beforeAll(async () => {
    [site, browser] = await Promise.all([writeSite(), launch(), mkdir(screenshots, { recursive: true })]);
    ours = site.pages.filter((name) => !redocPages.includes(name));
    visits = await inTurns(site.pages, visit);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await site?.remove();
  });

  const addressOf = (name: string) => pathToFileURL(join(site.folder, name)).href;

  /** Opens a page offline, and records its network requests and console errors. */
  async function open(name: string): Promise<{ page: Page; outside: string[]; faults: string[] }> {
    const page = await browser.newPage();
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

  /** Collects everything the tests need in one visit, since Redoc takes seconds to start. */
  async function visit(name: string): Promise<Visit> {
    const { page, outside, faults } = await open(name);
    await page.locator('h1').first().waitFor();
    const ids: string[] = await page.evaluate(`[...document.querySelectorAll('[id]')].map(({ id }) => id)`);
    const links: string[] = await page.evaluate(
      `[...document.links].map((link) => link.getAttribute('href'))`,
    );
    const title = await page.title();
    const base = join(screenshots, name.replace('.html', ''));
    if (pictures) await takePictures(page, base);
    await page.setViewportSize(phone);
    if (pictures) await page.screenshot({ path: `${base}-phone.png` });
    const excess: number = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    await page.close();
    return { name, title, outside, faults, ids: new Set(ids), links, excess };
  }

  test('renders from a file, offline, without requests to other hosts', slow, () => {
    for (const { name, title, outside, faults } of visits) {
      expect(title, name).not.toBe('');
      expect({ name, outside, faults }).toEqual({ name, outside: [], faults: [] });
    }
  });

  test('has no dead links or anchors', slow, () => {
    const links = visits.flatMap(({ name: from, links }) => links.map((to) => ({ from, to })));
    const inside = links.filter(({ from, to }) => isOurs(from, to));
    const dead = inside.filter(({ from, to }) => {
      const [file = '', anchor = ''] = to.split('#');
      const goal = file === '' ? from : file;
      if (redocPages.includes(goal)) return false;
      const ids = visits.find(({ name }) => name === goal)?.ids;
      return !site.files.has(goal) || (anchor !== '' && !ids?.has(decodeURIComponent(anchor)));
    });
    expect(inside.length).toBeGreaterThan(500);
    expect(dead).toEqual([]);
  });

  /** Redoc creates anchors while scrolling, so of its links only those to our pages are checked. */
  function isOurs(from: string, to: string): boolean {
    if (/^(?:https?|mailto|data):/.test(to)) return false;
    return !redocPages.includes(from) || /^[\w-]+\.html/.test(to);
  }

  test('fits on a phone', () => {
    const wide = visits.filter(({ name, excess }) => excess > 0 && ours.includes(name));
    expect(wide.map(({ name, excess }) => `${name}: ${excess} px too wide`)).toEqual([]);
  });

  test('has no axe violations, in light and dark', slow, async () => {
    const found = await inTurns(ours, async (name) => {
      const { page } = await open(name);
      const violations: string[] = [];
      for (const colorScheme of schemesOf(name)) {
        await page.emulateMedia({ colorScheme });
        violations.push(...(await violationsOf(page)).map((one) => `${name}, ${colorScheme}: ${one}`));
      }
      await page.close();
      return violations;
    });
    expect(found.flat()).toEqual([]);
  });

  test('works by keyboard: the navigation can be skipped, and every stop is visible', slow, async () => {
    await inTurns(ours, async (name) => {
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
      // The browser reports the new address after the key press has returned.
      await page.waitForURL(({ hash }) => hash === '#main');
      await page.close();
    });
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
});

/** All pages share one style sheet, so one page of each kind is enough in dark mode. */
const kinds = ['index', 'catalogue', 'reference', 'journey', 'decisions', 'clauses', 'console', 'send'];

function schemesOf(name: string): readonly ('light' | 'dark')[] {
  return kinds.includes(name.replace('.html', '')) ? ['light', 'dark'] : ['light'];
}

/** `SCREENSHOTS=1` writes screenshots to `reports/`. */
const pictures = process.env.SCREENSHOTS === '1';

async function takePictures(page: Page, base: string): Promise<void> {
  await page.setViewportSize(desk);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${base}-${colorScheme}.png` });
  }
}

/** Runs `work` for each item, two at a time; the answers are in the order of the items. */
async function inTurns<Item, Answer>(
  items: readonly Item[],
  work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, item] = next;
      answers[index] = await work(item);
    }
  };
  await Promise.all([worker(), worker()]);
  return answers;
}
