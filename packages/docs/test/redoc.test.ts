import { pathToFileURL } from 'node:url';
import { inBrowser, launch, newPage, noBrowser } from '@cascade/repository/test-kit/browser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { proofsOf } from './support/proofs.ts';
import { type SiteOnDisk, writeSite } from './support/rendered-site.ts';

const slow = { timeout: 300_000 };
/** Not those of the text, which appear later and name no heading. */
const menuLinks = '[role=listitem] > a';
const proofs = proofsOf(import.meta.filename);
/** `EVERY_PAGE=1` follows every link; otherwise the first and the last, which is the furthest away. */
const isEvery = process.env.EVERY_PAGE === '1';

describe.skipIf(noBrowser !== undefined)(inBrowser('the pages of Redoc'), () => {
  let site: SiteOnDisk;
  let browser: Browser;

  beforeAll(async () => {
    [site, browser] = await Promise.all([writeSite(), launch()]);
  });

  afterAll(async () => {
    await browser?.close();
    await site?.remove();
  });

  /** Redoc takes seconds to open a page, which has all that it needs in it and seldom changes. */
  const once = (title: string, name: string, work: () => Promise<void>) =>
    proofs.once(title, [browser.version(), site.files.get(name) ?? ''], work);

  async function newTab(): Promise<Page> {
    const page = await newPage(browser);
    onTestFinished(() => page.close());
    return page;
  }

  async function open(page: Page, address: string): Promise<void> {
    // From an empty page, since another address of the same page would only scroll.
    await page.goto('about:blank');
    await page.goto(`${pathToFileURL(site.folder).href}/${address}`);
    await page.locator('h1, h2').first().waitFor();
  }

  /** Waits until a reader sees a heading. The address does not prove it: Redoc names what is at the top. */
  async function isAt(page: Page, name: string): Promise<void> {
    const heading = page
      .getByRole('heading')
      .filter({ hasText: new RegExp(`^\\s*${name}`) })
      .first();
    const { height } = page.viewportSize() ?? { height: 0 };
    const isInView = async () => {
      const box = await heading.boundingBox();
      return box !== null && box.y + box.height > 0 && box.y < height;
    };
    await expect.poll(isInView, { timeout: 120_000, message: `a reader sees ${name}` }).toBe(true);
  }

  test.each(['redoc/api.html', 'redoc/callback.html'])(
    'a menu link of %s opens the same place in another tab and after a reload',
    slow,
    (name) =>
      once(`${isEvery ? 'all' : 'two'} links of ${name}`, name, async () => {
        const page = await newTab();
        await open(page, name);
        await page.locator(menuLinks).first().waitFor();
        const links: { href: string; text: string }[] = await page.evaluate(
          `[...document.querySelectorAll('${menuLinks}')].map((link) => ({ href: link.getAttribute('href'), text: link.innerText.trim().split('\\n')[0] }))`,
        );
        expect(links.filter(({ href }) => !/^(?:#\/|https:|[\w-]+\.html)/.test(href))).toEqual([]);
        const all = links.filter(({ href }) => /^#\/./.test(href));
        expect(all.length).toBeGreaterThan(0);
        const routes = isEvery ? all : all.filter((_, at) => at === 0 || at === all.length - 1);
        const elsewhere = await newTab();
        for (const { href, text } of routes) {
          await open(elsewhere, name + href);
          await isAt(elsewhere, text);
        }
        // Redoc takes seconds to start, and to it a reload is an opening: one is enough.
        await elsewhere.reload();
        await isAt(elsewhere, routes.at(-1)?.text ?? '');
      }),
  );

  test('on a phone it has the header and the search of the site, and nothing floats', slow, () =>
    once('header', 'redoc/api.html', async () => {
      const page = await newTab();
      await page.setViewportSize({ width: 390, height: 844 });
      await open(page, 'redoc/api.html');
      const menu = page.getByRole('button', { name: 'Open navigation menu' });
      await menu.waitFor();
      const header = await page.locator('.bar').boundingBox();
      for (const shown of [page.locator('.version'), menu, page.getByRole('button', { name: 'Search' })]) {
        const box = await shown.boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 900)).toBeLessThan(header?.height ?? 0);
      }
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /^Search operations/ }).fill('balance');
      await page.getByRole('option', { name: 'out-of-balance' }).first().waitFor();
      expect(await page.getByPlaceholder('Search docs').count()).toBe(0);
    }),
  );

  test('the switch hides what is assumed', slow, () =>
    once('switch', 'redoc/api.html', async () => {
      const page = await newTab();
      await open(page, 'redoc/api.html');
      const menu = page.getByRole('link', { name: 'Cascades' });
      await menu.first().waitFor();
      await page.getByRole('button', { name: 'Hide assumptions' }).click();
      const pressed = page.getByRole('button', { name: 'Hide assumptions', pressed: true });
      await pressed.waitFor();
      await page.getByRole('link', { name: 'Messages' }).first().waitFor();
      await menu.first().waitFor({ state: 'detached' });
      await page.goto(`${page.url().replace(/#.*/, '')}#/messages/schedulemessage`);
      await page.reload();
      await page.getByText('/api/cascade/schedule').first().waitFor();
      expect(await page.getByText(/Assumed/).count()).toBe(0);
      await pressed.click();
      await menu.first().waitFor();
    }),
  );
});
