import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type RunningMock, startMock } from '@cascade/mock';
import { inBrowser, launch, newPage, noBrowser } from '@cascade/repository/test-kit/browser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type RunningDocs, serveDocs } from '../src/serve-docs.ts';
import { type SiteOnDisk, writeSite } from './support/rendered-site.ts';

const slow = { timeout: 300_000 };

describe.skipIf(noBrowser !== undefined)(inBrowser('the policy of the pages'), () => {
  let site: SiteOnDisk;
  let mock: RunningMock;
  let docs: RunningDocs;
  let browser: Browser;

  beforeAll(async () => {
    [site, mock, browser] = await Promise.all([
      writeSite(),
      startMock({ port: 0, control: true, log: () => {} }),
      launch(),
    ]);
    docs = await serveDocs({ port: 0, folder: site.folder, targets: [{ name: 'mock', url: mock.url }] });
  }, 300_000);

  afterAll(async () => {
    await browser?.close();
    await docs?.close();
    await Promise.all([mock?.close(), site?.remove()]);
  });

  /** Opens a page; what the browser refused because of a policy is in `refused`, which a page adds to. */
  async function open(address: string) {
    const page = await newPage(browser);
    onTestFinished(() => page.close());
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text());
    });
    await page.goto(address);
    return { page, refused };
  }

  async function search(page: Page): Promise<void> {
    await page.locator('#search-open').click();
    await page.getByRole('combobox', { name: /^Search/ }).fill('balance');
    await page.getByRole('option').first().waitFor();
  }

  test.each([
    ['index.html', async () => {}],
    ['journey.html', async () => {}],
    ['codes/out-of-balance.html', async () => {}],
    ['changelog.html', async () => {}],
    ['nowhere/codes/out-of-ballance.html', (page: Page) => page.locator('#closest li').first().waitFor()],
    [
      'operations/scheduleMessage.html',
      async (page: Page) => {
        await page.locator('#example').selectOption({ index: 2 });
        const isLoaded = () => page.evaluate('globalThis.cascadeSamples !== undefined');
        await expect.poll(isLoaded, { timeout: 20_000 }).toBe(true);
      },
    ],
    [
      'console.html',
      async (page: Page) => {
        await page.locator('#console-send:enabled').click();
        await page.locator('#console-answer', { hasText: '200' }).waitFor();
      },
    ],
    ['redoc/api.html', (page: Page) => page.locator('h1, h2').first().waitFor()],
    ['redoc/callback.html', (page: Page) => page.locator('h1, h2').first().waitFor()],
  ])('lets %s do what it does, the search too', slow, async (file, work) => {
    const { page, refused } = await open(`${docs.url}/${file}`);
    await work(page);
    await search(page);
    expect(refused).toEqual([]);
  });

  test('lets a page from a disk search', slow, async () => {
    const { page, refused } = await open(pathToFileURL(join(site.folder, 'limits.html')).href);
    await search(page);
    expect(refused).toEqual([]);
  });

  test.each([
    ['a script in the page', "document.createElement('script')", 'text', 'globalThis.ran = true'],
    ['a style in the page', "document.createElement('style')", 'textContent', 'body { color: red }'],
    ['an image of another host', "document.createElement('img')", 'src', 'https://host.example/a.png'],
    ['a frame', "document.createElement('iframe')", 'src', '/index.html'],
  ])('refuses %s', slow, async (_what, element, property, value) => {
    const { page, refused } = await open(`${docs.url}/index.html`);
    const violated = page.evaluate(
      "new Promise((resolve) => addEventListener('securitypolicyviolation', ({ violatedDirective }) => resolve(violatedDirective)))",
    );
    await page.evaluate(
      `(() => { const one = ${element}; one[${JSON.stringify(property)}] = ${JSON.stringify(value)}; document.body.append(one); })()`,
    );
    expect(await violated).toMatch(/-src/);
    await expect.poll(() => refused, { timeout: 20_000 }).not.toEqual([]);
    expect(await page.evaluate('globalThis.ran')).toBeUndefined();
  });
});
