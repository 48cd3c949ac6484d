import { readContract } from '@cascade/contract';
import { type RunningMock, startMock } from '@cascade/mock';
import { createMockControl } from '@cascade/mock/control';
import { inBrowser, launch, newPage, noBrowser } from '@cascade/repository/test-kit/browser';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { type SignedRequestOptions, signedRequest } from '@cascade/webhooks/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { consoleLink } from '../src/console/link.ts';
import { pageData } from '../src/console/page-data.ts';
import { type RunningDocs, serveDocs } from '../src/serve-docs.ts';
import { type SiteOnDisk, writeSite } from './support/rendered-site.ts';

const { callbackSecret: secret } = pageData(readContract());
const slow = { timeout: 300_000 };

describe.skipIf(noBrowser !== undefined)(inBrowser('the states of the console'), () => {
  let site: SiteOnDisk;
  let mock: RunningMock;
  let docs: RunningDocs;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    [site, mock, browser] = await Promise.all([writeSite(), startMock({ port: 0 }), launch()]);
    docs = await serveDocs({
      port: 0,
      folder: site.folder,
      targets: [
        { name: 'mock', url: mock.url },
        { name: 'gone', url: 'http://127.0.0.1:9' },
      ],
    });
    page = await open(docs.url);
  });

  afterAll(async () => {
    await browser?.close();
    await docs?.close();
    await Promise.all([mock?.close(), site?.remove()]);
  });

  /** A page with its own session. */
  async function open(base: string, fragment = ''): Promise<Page> {
    const opened = await newPage(browser);
    await opened.goto(`${base}/console.html${fragment}`);
    await opened.locator('#console-send:enabled').waitFor();
    return opened;
  }

  /** Opens a page that is closed after the test. */
  async function openForTest(base = docs.url, fragment = ''): Promise<Page> {
    const opened = await open(base, fragment);
    onTestFinished(() => opened.close());
    return opened;
  }

  /** Sends a callback to the page as a provider would, changed or not. */
  async function call(
    body: object | string,
    options: Partial<SignedRequestOptions> = {},
    change: (headers: Headers) => void = () => {},
  ): Promise<void> {
    const signed = await signedRequest(body, { secrets: [secret], ...options });
    const headers = new Headers(signed.headers);
    change(headers);
    const text = await signed.text();
    await fetch(`${docs.url}/console/callback`, { method: 'POST', headers, body: text });
  }

  /** A status that no other attempt of the test has used. */
  let attempt = 0;
  const of = (word: string) => `${word}-${attempt}`;
  beforeEach(() => {
    attempt += 1;
  });

  /** The callback of a status that belongs to no request of the page. */
  const other = (status: string, from = page) =>
    from.locator('#console-other-events li', { hasText: status });
  const badge = async (status: string) =>
    (await other(status).locator('.console-signature:not(:text("verifying"))').allTextContents()).join();
  const told = (from: Page, id: string, text: string | RegExp) =>
    from.locator(`#console-${id}`, { hasText: text }).waitFor();

  test('a callback is valid only if its bytes fit the secret, whatever headers it has', slow, async () => {
    await call({ status: of('GENUINE') });
    await call({ status: of('FORGED') }, {}, (headers) => headers.set('webhook-signature', 'v1,x'));
    await call({ status: of('BARE') }, { secrets: [] });
    await call({ status: of('STALE') }, { at: new Date(Date.now() - 3_600_000) });
    await call(of('NO JSON'));
    await other(of('NO JSON')).waitFor({ state: 'attached' });
    await page.locator('#console-others summary').first().click();
    await expect.poll(() => badge(of('GENUINE')), { timeout: 60_000 }).toBe('✓ valid');
    await expect.poll(() => badge(of('FORGED')), { timeout: 60_000 }).toBe('✗ invalid');
    await expect.poll(() => badge(of('BARE')), { timeout: 60_000 }).toBe('– unsigned');
    await expect.poll(() => badge(of('STALE')), { timeout: 60_000 }).toBe('✗ invalid');
    await expect.poll(() => badge(of('NO JSON')), { timeout: 60_000 }).toBe('✓ valid');
    expect(await other(of('STALE')).textContent()).toMatch(/3\d\d\d seconds old.*signature itself fits/);
  });

  test('another secret makes it invalid, and back', slow, async () => {
    await call({ status: of('CHECKED') });
    await other(of('CHECKED')).waitFor({ state: 'attached' });
    await page.locator('#console-secret-fold > summary').click();
    for (const [text, expected] of [
      [`whsec_${Buffer.from('another secret of the tests').toString('base64')}`, '✗ invalid'],
      ['whsec_*', '✗ invalid'],
      [secret, '✓ valid'],
    ] as const) {
      await page.fill('#console-secret', text);
      await expect.poll(() => badge(of('CHECKED')), { timeout: 60_000 }).toBe(expected);
    }
  });

  test('a replay is told, and callbacks are in the order of statusAt', slow, async () => {
    const at = new Date();
    for (const [status, second] of [
      [of('LATER'), '02'],
      [of('EARLIER'), '01'],
    ] as const)
      await call({ status, statusAt: `2026-01-30T11:00:${second}Z` }, { id: `msg_${status}`, at });
    await call({ status: of('LATER'), statusAt: '2026-01-30T11:00:02Z' }, { id: `msg_${of('LATER')}`, at });
    await expect.poll(() => other(of('LATER')).count(), { timeout: 60_000 }).toBe(2);
    expect(await other(of('LATER')).last().textContent()).toContain('Replay');
    const texts = await page.locator('#console-other-events li').allTextContents();
    expect(texts.findIndex((text) => text.startsWith(of('EARLIER')))).toBeLessThan(
      texts.findIndex((text) => text.startsWith(of('LATER'))),
    );
  });

  test('a link fills in its example, and sends nothing', slow, async () => {
    const linked = await openForTest(docs.url, '#reason=media-request-failed');
    expect(await linked.inputValue('#console-body')).toContain('+12025550107');
    const request = {
      method: 'OPTIONS',
      path: '/api/x',
      headers: { 'x-api-key': 'unknown-key', prefer: 'code=503' },
      body: '{ "as": "written"',
    };
    const [, address = ''] = /href="([^"]*)"/.exec(consoleLink({ request }).text) ?? [];
    await linked.goto(docs.url + address);
    await expect.poll(() => linked.inputValue('#console-method'), { timeout: 60_000 }).toBe('OPTIONS');
    expect(await linked.inputValue('#console-path')).toBe('/api/x');
    expect(await linked.inputValue('#console-key')).toBe('unknown-key');
    expect(await linked.inputValue('#console-headers')).toBe('prefer: code=503');
    expect(await linked.inputValue('#console-body')).toBe('{ "as": "written"');
    expect(await linked.locator('#console-comparison').textContent()).toBe('Nothing sent yet.');
  });

  test('examples of what is assumed are hidden while assumptions are', slow, async () => {
    const tab = await openForTest();
    const isHidden = (name: string) =>
      tab.evaluate(`(() => {
        const option = document.querySelector('#console-template option[value="${name}"]');
        return [option, option.parentElement].some((one) => getComputedStyle(one).display === 'none');
      })()`);
    expect(await isHidden('too-many-requests')).toBe(false);
    expect(await tab.locator('#console-control').isVisible()).toBe(true);
    await tab.getByRole('button', { name: 'Hide assumptions' }).click();
    await expect.poll(() => isHidden('too-many-requests'), { timeout: 60_000 }).toBe(true);
    expect(await isHidden('listCascades')).toBe(true);
    expect(await tab.locator('#console-control').isVisible()).toBe(false);
    expect(await isHidden('scheduleMessage')).toBe(false);
    expect(await isHidden('text-not-specified')).toBe(false);
  });

  test('requests of the session stay, and a click brings one back with its answer', slow, async () => {
    const tab = await openForTest(docs.url, '#out-of-balance');
    await tab.click('#console-send');
    await told(tab, 'answer', 'out-of-balance');
    await tab.selectOption('#console-template', 'listCascades');
    await tab.click('#console-send');
    await told(tab, 'answer', 'Newsletter');
    await tab.reload();
    const rows = tab.locator('#console-sent button');
    await rows.first().waitFor();
    expect(await rows.allTextContents()).toEqual([
      expect.stringMatching(/^200 · POST \/api\/cascade\/get-all · mock · \d\d:\d\d:\d\d$/),
      expect.stringMatching(/^400 out-of-balance · POST \/api\/cascade\/schedule · mock · /),
    ]);
    await rows.nth(1).click();
    await told(tab, 'answer', 'out-of-balance');
    expect(await tab.inputValue('#console-path')).toBe('/api/cascade/schedule');
    expect(await rows.nth(1).getAttribute('aria-current')).toBe('true');
  });

  test('the code has the address of the target, in every language', slow, async () => {
    const tab = await openForTest();
    for (const language of ['curl', 'TypeScript', 'Python', 'Go', 'Java', 'PHP']) {
      await tab.getByRole('tab', { name: language }).click();
      const code = tab.locator(`#console-code-${language}`);
      expect(await code.isVisible()).toBe(true);
      expect(await code.textContent()).toContain(mock.url);
    }
  });

  test('a target that is stopped, and a page of another address, are told', slow, async () => {
    const tab = await openForTest();
    await tab.selectOption('#console-target', { index: 1 });
    await tab.click('#console-send');
    await told(tab, 'comparison', /Not sent: gone at http:\/\/127\.0\.0\.1:9 does not answer\. Start it/);
    const foreign = await openForTest(docs.url.replace('127.0.0.1', 'foreign.localhost'));
    await foreign.click('#console-send');
    await told(foreign, 'comparison', 'forwards only for pages of its own address');
  });

  test(
    'without a callback for 10 seconds the page says why, and a restarted docs server is told',
    slow,
    async () => {
      const silent = await closedAfterTest(startMock({ port: 0, control: true }));
      await createMockControl(silent.url).createScene({ callbacks: [{ drop: true }] });
      const short = await serveDocs({
        port: 0,
        folder: site.folder,
        targets: [{ name: 'mock', url: silent.url }],
      });
      const tab = await newPage(browser);
      onTestFinished(() => tab.close());
      await tab.clock.install();
      await tab.goto(`${short.url}/console.html#text-not-specified-neighbour`);
      await tab.locator('#console-send:enabled').waitFor();
      await tab.click('#console-send');
      await told(tab, 'waiting', 'Waiting for callbacks');
      await tab.clock.fastForward(11_000);
      await told(tab, 'waiting', 'No callback after 10 seconds');
      expect(await tab.locator('#console-silent').isVisible()).toBe(true);
      await short.close();
      await tab.locator('#console-disconnected').waitFor();
      await tab.click('#console-send');
      await told(tab, 'comparison', 'the docs server of this page does not answer');
    },
  );
});
