import { type RunningMock, startMock } from '@cascade/mock';
import { inBrowser, launch, newPage, noBrowser } from '@cascade/repository/test-kit/browser';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningDocs, serveDocs } from '../src/serve-docs.ts';
import { type SiteOnDisk, writeSite } from './support/rendered-site.ts';

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** What a reviewer wants to know, each from the start page, with the clicks that it takes. */
describe.skipIf(noBrowser !== undefined)(inBrowser('a reviewer'), () => {
  let site: SiteOnDisk;
  let mock: RunningMock;
  let docs: RunningDocs;
  let browser: Browser;
  let page: Page;
  let clicks: number;

  beforeAll(async () => {
    [site, mock, browser] = await Promise.all([writeSite(), startMock({ port: 0, log: () => {} }), launch()]);
    docs = await serveDocs({ port: 0, folder: site.folder, targets: [{ name: 'mock', url: mock.url }] });
  });

  beforeEach(async () => {
    page = await newPage(browser);
    await page.goto(docs.url);
    clicks = 0;
  });

  afterEach(() => page.close());

  afterAll(async () => {
    await browser?.close();
    await docs?.close();
    await Promise.all([mock?.close(), site?.remove()]);
  });

  async function click(target: Locator): Promise<void> {
    clicks += 1;
    await target.click();
  }

  const link = (name: string) => page.locator('main').getByRole('link', { name });
  const textOf = (figure: string) =>
    page.locator('figure', { hasText: figure }).first().locator('pre').textContent().then(String);

  test('finds the request that gives a code, and what passes one edit away, with 1 click', async () => {
    await click(link('400 cascade-not-found'));
    await page.locator('h1', { hasText: 'cascade-not-found' }).waitFor();
    const refused = await textOf('Provokes it');
    const passes = await textOf('Passes');
    expect(await textOf('The response')).toContain('"cascade-not-found"');
    const changed = passes.split('\n').filter((line) => !refused.split('\n').includes(line));
    expect(changed).toHaveLength(1);
    expect(await page.locator('.pair figure:last-child mark').first().textContent()).toBe(changed[0]);
    expect(clicks).toBe(1);
  });

  test('reads the request of another contentType beside the text, with 1 click', async () => {
    await page.goto(`${docs.url}/operations/scheduleMessage.html`);
    const shown = page.locator('.beside [role=tabpanel]:visible code');
    const id = /[0-9a-f-]{36}/.exec((await shown.textContent()) ?? '')?.[0] ?? 'none';
    await page.locator('#kinds').scrollIntoViewIfNeeded();
    await click(page.locator('main').getByRole('link', { name: 'LIST_PICKER' }));
    await page.locator('.beside code', { hasText: 'LIST_PICKER' }).first().waitFor();
    await shown.filter({ hasText: id }).waitFor();
    const box = await page.locator('.beside-fixed').boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(await page.evaluate('location.hash')).toBe('');
    await page.locator('.beside').getByRole('tab', { name: 'Python' }).click();
    expect(await shown.textContent()).toContain('"contentType": "LIST_PICKER"');
    expect(clicks).toBe(1);
  });

  test('sees the response beside the request, and that of the error in view', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    // The test before it is on the same page.
    await page.goto('about:blank');
    await page.goto(`${docs.url}/operations/scheduleMessage.html`);
    const response = page.getByRole('region', { name: 'Response' });
    const shown = response.locator('pre');
    await shown.filter({ hasText: 'HTTP/1.1 200' }).waitFor();
    await response.getByRole('button', { name: '401' }).click();
    await shown.filter({ hasText: '"auth-error"' }).waitFor();
    await page.goto(`${docs.url}/operations/scheduleMessage.html#error-out-of-balance`);
    await shown.filter({ hasText: '"out-of-balance"' }).waitFor();
    await response.getByRole('button', { name: '400', pressed: true }).waitFor();
    await page
      .getByRole('navigation', { name: 'On this page' })
      .locator('[aria-current]', { hasText: 'Errors' })
      .waitFor();
  });

  test('unfolds what two requests have in common, and copies the whole', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${docs.url}/codes/button-validation-error.html`);
    const sample = page.locator('.pair figure').first();
    const fold = sample.getByRole('button', { name: /^… \d+ lines$/ });
    await fold.waitFor();
    await sample.getByRole('button', { name: 'Copy' }).click();
    await fold.waitFor({ state: 'detached' });
    const text = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(JSON.parse(text.slice(text.indexOf('{'))).content.chattwoContent.buttons).toHaveLength(11);
  });

  test('sees on a phone the whole answer after Send, and the rules of each contentType', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${docs.url}/console.html#too-many-buttons`);
    await page.locator('#console-send:enabled').click();
    await page.locator('#console-answer', { hasText: 'button-validation-error' }).waitFor();
    const bottomOf = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 10_000);
    };
    expect(await bottomOf('#console-answer')).toBeLessThan(845);
    // The button stays where it is instead of covering a field.
    expect(await bottomOf('#console-send')).toBeLessThan(0);
    await page.goto(`${docs.url}/operations/scheduleMessage.html`);
    const rules = page.locator('#kinds + .scroll');
    const excess = await rules.evaluate(
      (one) => Number(Reflect.get(one, 'scrollWidth')) - Number(Reflect.get(one, 'clientWidth')),
    );
    expect(excess).toBe(0);
  });

  test('copies and sees each sample with a request id of its own', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const idIn = (text: unknown) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(String(text))?.[0];
    const sample = page.locator('.story figure').first();
    const copied = async () => {
      await sample.locator('.copy').click();
      await sample.getByRole('button', { name: 'Copied' }).waitFor();
      return idIn(await page.evaluate('navigator.clipboard.readText()'));
    };
    const seen = async () => {
      await page.goto(`${docs.url}/operations/scheduleMessage.html`);
      return idIn(await page.locator('.beside [role=tabpanel]:visible code').textContent());
    };
    const ids = [idIn(await sample.textContent()), await copied(), await seen(), await seen()];
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(4);
  });

  test('sees in a guide an id of its own, and the same one in the answer', async () => {
    const idsOf = async () => {
      await page.goto(`${docs.url}/send.html`);
      const sent = await page.locator('figure[data-request-id]').first().textContent();
      const id = uuid.exec(String(sent))?.[0] ?? 'none';
      expect(await page.locator('figure:not([data-request-id])', { hasText: id }).count()).toBe(1);
      return id;
    };
    expect(await idsOf()).not.toBe(await idsOf());
  });

  test('copies another id of a step whose message no other step is about', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${docs.url}/send.html`);
    const ids = await page.$$eval('figure[data-request-id]', (all) =>
      all.map((one) => String(Reflect.get(Reflect.get(one, 'dataset'), 'requestId'))),
    );
    const once = ids.findIndex((id) => ids.filter((other) => other === id).length === 1);
    const figure = page.locator('figure[data-request-id]').nth(once);
    await figure.locator('.copy').click();
    await figure.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = uuid.exec(String(await page.evaluate('navigator.clipboard.readText()')))?.[0];
    expect(copied).toMatch(uuid);
    expect(ids).not.toContain(copied);
  });

  test('copies the code of a request that was sent with another id', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${docs.url}/console.html`);
    await page.locator('#console-send:enabled').click();
    await page.locator('#console-answer', { hasText: '200' }).waitFor();
    const figure = page.locator('figure:has(#console-code-curl)');
    const shown = uuid.exec(String(await figure.textContent()))?.[0];
    await figure.locator('.copy').click();
    await figure.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = uuid.exec(String(await page.evaluate('navigator.clipboard.readText()')))?.[0];
    expect([shown, copied]).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)]);
    expect(copied).not.toBe(shown);
  });

  test('copies a page as Markdown with 1 click', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await click(page.getByRole('button', { name: 'Copy as Markdown' }));
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(site.files.get('index.md'));
  });

  test('finds what is assumed, and why, with 1 click', async () => {
    await click(link('What is assumed, and why'));
    await page.locator('h1', { hasText: 'Assumptions' }).waitFor();
    const text = String(await page.locator('main').textContent());
    expect(text).toMatch(/\d+ assumptions at \d+ places, from \d+ decisions/);
    for (const word of ['seen', 'standard', 'reasoned', 'ADR-0013']) expect(text).toContain(word);
    expect(clicks).toBe(1);
  });

  test('finds what changed since the last release with 1 click', async () => {
    await click(link('What changed'));
    await page.locator('h1', { hasText: 'Changelog' }).waitFor();
    const headings = await page.locator('main :is(h2, h3)').allInnerTexts();
    expect(headings[0]).toMatch(/^Unreleased: from [\d.]+ to [\d.]+/);
    // Right after a release there is nothing yet, and the release follows.
    expect(headings[1]).toMatch(
      /^For (?:callers|receivers|programs with our packages|readers of the source) \(\d+\)|^[\d.]+, after [\d.]+$/,
    );
    expect(clicks).toBe(1);
  });

  test('sends a request from the console and sees its verified callback with 3 clicks', async () => {
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await click(link('Send it from the console'));
    await page.locator('#console-send:enabled').waitFor();
    await click(page.locator('#console-send'));
    await page.locator('#console-events', { hasText: 'valid' }).waitFor();
    expect(clicks).toBeLessThanOrEqual(3);
    expect(errors).toEqual([]);
    expect(await page.locator('#console-events').textContent()).not.toMatch(/unsigned|invalid/);
  });

  test('finds the whole callback for a reason with 1 click, and how to verify it with 2', async () => {
    await click(link('daily-rate-limit'));
    await page.locator('h1', { hasText: 'daily-rate-limit' }).waitFor();
    const message = await page.locator('pre', { hasText: 'webhook-signature' }).first().textContent();
    expect(message).toMatch(/^POST \/\S* HTTP\/1\.1/);
    expect(message).toContain('daily-rate-limit');
    await click(
      page
        .locator('main')
        .getByRole('link', { name: /verify/i })
        .first(),
    );
    await page.locator('h1', { hasText: 'Callback' }).waitFor();
    expect(await page.locator('#signature').isVisible()).toBe(true);
    expect(clicks).toBe(2);
  });
});
