import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { inBrowser, launch, noBrowser } from './support/browser.ts';
import { type SiteOnDisk, writeSite } from './support/site-on-disk.ts';

const slow = { timeout: 60_000 };

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

  async function open(address: string): Promise<Page> {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${pathToFileURL(site.folder).href}/${address}`);
    await page.locator('h1, h2').first().waitFor();
    return page;
  }

  test('a menu link opens the same place in another tab and after a reload', slow, async () => {
    for (const name of ['api.html', 'callback.html']) {
      const page = await open(name);
      const links: { href: string; text: string }[] = await page.evaluate(
        `[...document.links].map((link) => ({ href: link.getAttribute('href'), text: link.innerText.trim().split('\\n')[0] }))`,
      );
      expect(links.filter(({ href }) => !/^(?:#\/|https:|[\w-]+\.html)/.test(href))).toEqual([]);
      const routes = links.filter(({ href }) => /^#\/./.test(href));
      expect(routes.length).toBeGreaterThan(0);
      for (const { href, text } of routes) {
        const elsewhere = await open(name + href);
        const heading = elsewhere.getByRole('heading', { name: text }).first();
        await heading.waitFor();
        await elsewhere.reload();
        await heading.waitFor();
        expect(elsewhere.url()).toContain(name + href);
      }
    }
  });

  test('the switch hides what is assumed', slow, async () => {
    const page = await open('api.html');
    const menu = page.getByRole('link', { name: 'Cascades' });
    await menu.first().waitFor();
    await page.getByRole('button', { name: 'Hide what is assumed' }).click();
    const pressed = page.getByRole('button', { name: 'Hide what is assumed', pressed: true });
    await pressed.waitFor();
    await page.getByRole('link', { name: 'Messages' }).first().waitFor();
    expect(await menu.count()).toBe(0);
    await page.goto(`${page.url().replace(/#.*/, '')}#/messages/schedulemessage`);
    await page.reload();
    await page.getByText('/api/cascade/schedule').first().waitFor();
    expect(await page.getByText(/Assumed/).count()).toBe(0);
    await pressed.click();
    await menu.first().waitFor();
  });
});
