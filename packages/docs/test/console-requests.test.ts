import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { type RunningMock, startMock } from '@cascade/mock';
import { type Serving, serve } from '@cascade/repository/test-kit';
import { inBrowser, launch, newPage, noBrowser } from '@cascade/repository/test-kit/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type RunningDocs, serveDocs } from '../src/serve-docs.ts';
import { violationsOf } from './support/axe.ts';
import { type SiteOnDisk, writeSite } from './support/rendered-site.ts';

const slow = { timeout: 300_000 };
const part = 'x'.repeat(100_000);

/** Writes a number of parts as fast as they are read. */
function writeParts(response: ServerResponse, left: number): void {
  if (left === 0) response.end();
  else if (response.write(part)) writeParts(response, left - 1);
  else response.once('drain', () => writeParts(response, left - 1));
}

describe.skipIf(noBrowser !== undefined)(inBrowser('the requests of the console'), () => {
  let site: SiteOnDisk;
  let mock: RunningMock;
  let odd: Serving;
  let docs: RunningDocs;
  let browser: Browser;
  /** Resolves when a request that got no answer has ended. */
  let ended = Promise.withResolvers<void>();

  beforeAll(async () => {
    odd = await serve((request, response) => {
      const parts = { '/big': 250, '/endless': Number.POSITIVE_INFINITY }[request.url ?? ''];
      if (parts !== undefined) writeParts(response, parts);
      else if (request.url === '/page')
        response.setHeader('content-type', 'text/html').end('<b id="in">x</b>');
      else if (request.url === '/silent') response.on('close', () => ended.resolve());
    });
    [site, mock, browser] = await Promise.all([writeSite(), startMock({ port: 0 }), launch()]);
    const targets = [
      { name: 'odd', url: odd.url },
      { name: 'mock', url: mock.url },
    ];
    docs = await serveDocs({ port: 0, folder: site.folder, targets });
  });

  afterAll(async () => {
    await browser?.close();
    await docs?.close();
    await Promise.all([mock?.close(), odd?.close(), site?.remove()]);
  });

  async function open(fragment = '', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await newPage(browser, { viewport: { width: 1280, height: 860 }, ...options });
    onTestFinished(() => page.close());
    await page.goto(`${docs.url}/console.html${fragment}`);
    await page.locator('#console-send:enabled').waitFor();
    return page;
  }

  async function openAt(path: string): Promise<Page> {
    const page = await open();
    await page.selectOption('#console-method', 'GET');
    await page.fill('#console-path', path);
    return page;
  }

  const told = (page: Page, id: string, text: string | RegExp) =>
    page.locator(`#console-${id}`, { hasText: text }).waitFor();
  const idIn = (text: string) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0];

  test('a target that does not answer keeps no other one waiting, and can be canceled', slow, async () => {
    ended = Promise.withResolvers();
    const page = await openAt('/silent');
    await page.locator('#console-send').press('Enter');
    await told(page, 'comparison', 'Sending');
    await told(page, 'seconds', /^\d+ s$/);
    expect(await page.evaluate('document.activeElement.id')).toBe('console-cancel');
    await page.selectOption('#console-target', { index: 1 });
    await page.selectOption('#console-template', 'delivered');
    await page.click('#console-send');
    await told(page, 'facts', /^200 · \d+ ms · \d+ B$/);
    await page.selectOption('#console-target', { index: 0 });
    await told(page, 'comparison', 'Sending');
    await page.keyboard.press('Escape');
    await told(page, 'comparison', /^Canceled\. Whether odd carried the request out is unknown/);
    await ended.promise;
    await page.selectOption('#console-target', { index: 1 });
    await told(page, 'answer', 'HTTP/1.1 200');
    expect(await page.locator('#console-seconds').textContent()).toBe('');
  });

  test('Cancel ends a request, a second click on Send does not', slow, async () => {
    const page = await openAt('/silent');
    await page.dblclick('#console-send');
    await told(page, 'comparison', 'Sending');
    await page.locator('#console-cancel').click();
    await told(page, 'comparison', 'Canceled');
    expect(await page.locator('#console-send').isVisible()).toBe(true);
  });

  test('of 25 MB the page shows 200 kB, then more on demand, and saves all', slow, async () => {
    const page = await openAt('/big');
    await page.click('#console-send');
    await told(page, 'facts', /^200 · .* · 25\.0 MB$/);
    const shown = async () => (await page.locator('#console-answer').textContent())?.length ?? 0;
    const first = await shown();
    expect(first).toBeGreaterThan(200_000);
    expect(first).toBeLessThan(201_000);
    await page.click('#console-more');
    await told(page, 'rest-says', '400.0 kB of 25.0 MB are shown.');
    expect(await shown()).toBe(first + 200_000);
    const download = page.waitForEvent('download');
    await page.click('#console-save');
    expect((await readFile(await (await download).path())).byteLength).toBe(25_000_000);
    expect(await page.evaluate(`sessionStorage.getItem('cascade.console.sent').length`)).toBeLessThan(1_000);
  });

  test('a response without an end is read up to a limit', slow, async () => {
    const page = await openAt('/endless');
    await page.click('#console-send');
    await told(page, 'facts', /^200 · .* · more than 3\d\.\d MB$/);
    await told(page, 'save', /^Save the 3\d\.\d MB that were read$/);
  });

  test('a page is shown as text, with a link that opens it in a new tab', slow, async () => {
    const page = await openAt('/page');
    await page.click('#console-send');
    await told(page, 'answer', '<b id="in">x</b>');
    expect(await page.locator('#in').count()).toBe(0);
    const link = page.locator('#console-open-link');
    expect(await link.getAttribute('href')).toBe(`${odd.url}/page`);
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect(await page.locator('#console-answer').textContent()).not.toContain('transfer-encoding');
  });

  test('a reload keeps the draft but not the key; one click leads back to the example', slow, async () => {
    const page = await open('#out-of-balance');
    const example = await page.inputValue('#console-body');
    await page.fill('#console-key', 'my-own-secret-key');
    await page.selectOption('#console-target', { index: 1 });
    await page.click('#console-headers-fold > summary');
    await page.fill('#console-headers', 'authorization: secret-2\naccept: */*');
    await page.fill('#console-body', '{ "mine": 1');
    await page.reload();
    await page.locator('#console-send:enabled').waitFor();
    expect(await page.inputValue('#console-body')).toBe('{ "mine": 1');
    expect(await page.inputValue('#console-headers')).toBe('accept: */*');
    expect(await page.inputValue('#console-key')).toBe('demo-key');
    expect(await page.inputValue('#console-template')).toBe('out-of-balance');
    expect(await page.locator('#console-target').evaluate((one) => Reflect.get(one, 'selectedIndex'))).toBe(
      1,
    );
    expect(JSON.stringify(await page.evaluate('[{ ...localStorage }, { ...sessionStorage }]'))).not.toContain(
      'secret',
    );
    await page.click('#console-reset');
    const again = await page.inputValue('#console-body');
    expect(again.replace(idIn(again) ?? '', '')).toBe(example.replace(idIn(example) ?? '', ''));
    expect(await page.locator('#console-reset').isDisabled()).toBe(true);
    // A link is an example that was asked for.
    await page.fill('#console-body', '{ "mine": 2');
    await page.goto('about:blank');
    await page.goto(`${docs.url}/console.html#text-not-specified`);
    await expect
      .poll(() => page.inputValue('#console-template'), { timeout: 60_000 })
      .toBe('text-not-specified');
    expect(await page.inputValue('#console-body')).toContain('"text": ""');
  });

  test('a link carries the request, and never the key', slow, async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await open('#text-not-specified', { permissions });
    await page.fill('#console-key', 'my-own-secret-key');
    await page.fill('#console-path', '/api/cascade/schedule?x=1');
    await page.click('#console-headers-fold > summary');
    await page.fill('#console-headers', 'X-Api-Key: secret-2\ncookie: secret-3\nprefer: code=503');
    const sent = await page.inputValue('#console-body');
    await page.click('#console-share');
    await told(page, 'shared', 'The link is copied.');
    const link = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(decodeURIComponent(link)).not.toContain('secret');
    const other = await open();
    await other.goto('about:blank');
    await other.goto(link);
    await expect.poll(() => other.inputValue('#console-path'), { timeout: 60_000 }).toContain('?x=1');
    expect(await other.inputValue('#console-method')).toBe('POST');
    expect(await other.inputValue('#console-headers')).toBe('prefer: code=503');
    expect(await other.inputValue('#console-key')).toBe('demo-key');
    const got = await other.inputValue('#console-body');
    expect(idIn(got)).not.toBe(idIn(sent));
    expect(got.replace(idIn(got) ?? '', '')).toBe(sent.replace(idIn(sent) ?? '', ''));
  });

  test('body, verdict and response are in view together, wherever the reader is', slow, async () => {
    const page = await open('#too-many-buttons');
    await page.selectOption('#console-target', { index: 1 });
    await page.click('#console-send');
    await told(page, 'answer', 'button-validation-error');
    const rangeOf = async (id: string) => {
      const { y = -1, height = 0 } = (await page.locator(`#console-${id}`).boundingBox()) ?? {};
      return { top: y, bottom: y + height };
    };
    const body = await rangeOf('body');
    expect(body.top).toBeLessThan(400);
    expect(body.bottom).toBeLessThan(860);
    for (const scrolled of [0, 300]) {
      await page.evaluate(`scrollTo(0, ${scrolled})`);
      for (const id of ['send', 'verdict', 'facts', 'answer']) {
        const { top, bottom } = await rangeOf(id);
        expect(top).toBeGreaterThan(0);
        expect(bottom).toBeLessThan(860);
      }
    }
  });

  test('with a request under way, and with a long response, axe finds no violation', slow, async () => {
    const page = await openAt('/big');
    await page.click('#console-send');
    await told(page, 'rest-says', 'are shown');
    expect(await violationsOf(page)).toEqual([]);
    await page.fill('#console-path', '/silent');
    await page.click('#console-send');
    await page.locator('#console-cancel').waitFor();
    await page.fill('#console-body', '{');
    expect(await violationsOf(page)).toEqual([]);
  });
});
