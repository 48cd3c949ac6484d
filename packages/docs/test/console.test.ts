import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readContract } from '@cascade/contract';
import { type RunningMock, startMock } from '@cascade/mock';
import { inBrowser, launch, newPage, noBrowser } from '@cascade/repository/test-kit/browser';
import { demoAccounts, startTestService } from '@cascade/service/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { draftHeaders } from '../src/console/draft.ts';
import { pageData } from '../src/console/page-data.ts';
import type { FormTemplate } from '../src/console/page-protocol.ts';
import { type RunningDocs, serveDocs } from '../src/serve-docs.ts';
import { violationsOf } from './support/axe.ts';
import { type SiteOnDisk, writeSite } from './support/rendered-site.ts';

const contract = readContract();
const { problems } = contract;
const { templates } = pageData(contract);
const screenshots = fileURLToPath(new URL('../reports/screenshots', import.meta.url));
const slow = { timeout: 300_000 };

/** What a provider answers to an example, with a new request id, sent as often as the page does. */
async function statusFrom(url: string, { draft, repeat, sentBefore }: FormTemplate): Promise<number> {
  const whole =
    repeat === undefined
      ? draft.body
      : JSON.stringify({ ...JSON.parse(draft.body), [repeat.member]: repeat.text.repeat(repeat.times) });
  const body = whole.replace(/("requestId": ")[0-9a-f-]{36}"/, `$1${randomUUID()}"`);
  const { method, path } = draft;
  const headers = Object.fromEntries(draftHeaders(draft));
  const send = () => fetch(url + path, { method, headers, ...(method === 'GET' ? {} : { body }) });
  if (sentBefore) await send();
  return (await send()).status;
}

describe.skipIf(noBrowser !== undefined)(inBrowser('the console'), () => {
  let site: SiteOnDisk;
  let service: Awaited<ReturnType<typeof startTestService>>;
  let mock: RunningMock;
  let docs: RunningDocs;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    [site, service, mock, browser] = await Promise.all([
      writeSite(),
      startTestService({ accounts: demoAccounts }),
      startMock({ port: 0, control: true, log: () => {} }),
      launch(),
    ]);
    const targets = [
      { name: 'service', url: service.url },
      { name: 'mock', url: mock.url },
    ];
    docs = await serveDocs({ port: 0, folder: site.folder, targets });
    page = await newPage(browser);
    await page.goto(`${docs.url}/console.html`);
    await page.locator('#console-send:enabled').waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await docs?.close();
    await Promise.all([service?.close(), mock?.close(), site?.remove()]);
  });

  /** The status that the label of a template promises. */
  const labelOf = (name: string) => templates.find((one) => one.name === name)?.label.slice(0, 3);
  const verdict = () => page.locator('#console-verdict').textContent();
  const choose = (name: string) => page.selectOption('#console-template', name);

  /**
   * Sends the form and returns the answer as shown. Not with the mouse, whose way takes longer than the rest:
   * one of the tests clicks.
   */
  async function send(): Promise<string> {
    const path = await page.inputValue('#console-path');
    const answered = page.waitForResponse((response) => response.url().endsWith(path));
    expect(await page.locator('#console-send').isEnabled()).toBe(true);
    await page.locator('#console-send').dispatchEvent('click');
    await answered;
    await page.locator('#console-comparison', { hasNotText: 'Sending' }).waitFor();
    return (await page.locator('#console-answer').textContent()) ?? '';
  }

  const cases = problems
    .filter(({ status }) => status === 400)
    .flatMap(({ code, title, cases }) => cases.map((one) => ({ code, title, ...one })));

  test('it has a template for every code of status 400', () => {
    expect(new Set(cases.map(({ code }) => code)).size).toBe(
      problems.filter(({ status }) => status === 400).length,
    );
  });

  const scheduling = cases.filter(({ request }) => request.path === undefined);
  const elsewhere = cases.filter(({ request }) => request.path !== undefined);

  test.each(scheduling)(
    '$name: verdict, answer of the service, and the neighbour passes',
    slow,
    async (one) => {
      const { name, title, detail = '', request } = one;
      const takesState = request.sentBefore === true || request.headers !== undefined;
      expect([labelOf(name), labelOf(`${name}-neighbour`)]).toEqual(['400', '200']);
      await choose(name);
      expect(await verdict()).toContain(takesState ? '✓' : `✗ 400 ${title}`);
      const answer = await send();
      expect(answer).toMatch(/^HTTP\/1\.1 400\n/);
      expect(answer).toContain(`"title": "${title}"`);
      expect(answer).toContain(detail);
      expect(await page.locator('#console-comparison').textContent()).toMatch(
        takesState ? /^Preflight could not predict/ : /^As preflight predicted\./,
      );
      await choose(`${name}-neighbour`);
      expect(await verdict()).toMatch(/^✓/);
      expect(await send()).toMatch(/^HTTP\/1\.1 200\n/);
    },
  );

  test.each(elsewhere)('$name: answer of the service', slow, async ({ name, title }) => {
    await choose(name);
    expect(await verdict()).toContain('preflight judges');
    const answer = await send();
    expect(answer).toMatch(/^HTTP\/1\.1 400\n/);
    expect(answer).toContain(`"title": "${title}"`);
  });

  // The service has had the others above; the mock gets one of each code, all reasons, and what only it
  // answers.
  const tried = new Set(scheduling.flatMap(({ name }) => [name, `${name}-neighbour`]));
  const codes = new Set<string>();
  const onMock = templates.filter(({ name, group, needs }) => {
    const isFirst = !codes.has(group);
    codes.add(group);
    return isFirst || needs === 'answer on demand' || !tried.has(name);
  });
  const targets = [
    ['service', templates.filter(({ name }) => !tried.has(name))],
    ['mock', onMock],
  ] as const;

  describe.each(targets)('on the %s', (target, chosen) => {
    beforeAll(async () => {
      await page.selectOption('#console-target', { index: target === 'service' ? 0 : 1 });
    });
    afterAll(async () => {
      await page.selectOption('#console-target', { index: 0 });
    });

    test.each(chosen)('$name ($label) gives what its label says', slow, async ({ name, label, needs }) => {
      const option = page.locator(`#console-template option[value="${name}"]`);
      if (needs === 'answer on demand' && target === 'service') {
        expect(await option.isDisabled()).toBe(true);
        expect(await option.textContent()).toContain('only the mock');
        return;
      }
      expect(await option.isDisabled()).toBe(false);
      await choose(name);
      const reason = name.startsWith('reason=') ? name.slice('reason='.length) : undefined;
      const status = reason === undefined ? label.slice(0, 3) : '200';
      expect(await send()).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\\n`));
      if (reason !== undefined)
        await page.locator('#console-events li', { hasText: `UNDELIVERED: ${reason}` }).waitFor();
    });
  });

  test('each example gives what its label says on the mock, also those that were not clicked above', async () => {
    // The page gives its own receiver to the first, and the others need their order.
    const sent = templates.filter(
      ({ name, draft }) => name !== 'setCallback' && !draft.path.startsWith('/control/'),
    );
    const got = await Promise.all(sent.map((one) => statusFrom(mock.url, one)));
    const promised = sent.map(({ name, label }) =>
      name.startsWith('reason=') ? 200 : Number(label.slice(0, 3)),
    );
    expect(sent.map(({ name }, at) => [name, got[at]])).toEqual(
      sent.map(({ name }, at) => [name, promised[at]]),
    );
  });

  test('an example that only the mock shows is sent to the mock', slow, async () => {
    const reader = await newPage(browser);
    onTestFinished(() => reader.close());
    await reader.goto(`${docs.url}/console.html#system-error`);
    await reader.locator('#console-send:enabled').waitFor();
    expect(await reader.locator('#console-target').evaluate((one) => Reflect.get(one, 'selectedIndex'))).toBe(
      1,
    );
  });

  test('the verdict follows every keystroke', async () => {
    await choose('text-not-specified-neighbour');
    expect(await verdict()).toMatch(/^✓/);
    const body = await page.inputValue('#console-body');
    await page.fill('#console-body', body.replace('Code 4821', ''));
    expect(await verdict()).toContain('text-not-specified at /content/smsContent/text');
    await page.fill('#console-body', '{');
    expect(await verdict()).toContain('not a JSON object: unexpected end at position 1 (line 1, column 2)');
  });

  test('markup in a request is shown as text', async () => {
    await choose('text-not-specified-neighbour');
    const body = await page.inputValue('#console-body');
    await page.fill('#console-body', body.replace('Code 4821', '<img src=x id=planted>'));
    expect(await page.locator('#planted').count()).toBe(0);
    expect(await page.locator('#console-code-curl').textContent()).toContain('<img src=x');
  });

  test(
    'from the start page, two clicks: a message is sent, and its callbacks are verified',
    slow,
    async () => {
      const reader = await newPage(browser);
      onTestFinished(() => reader.close());
      await reader.goto(`${docs.url}/index.html`);
      let clicks = 0;
      const click = async (target: Locator) => {
        clicks += 1;
        await target.click();
      };
      await click(reader.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Console' }));
      await click(reader.locator('#console-send:enabled'));
      const delivered = reader.locator('#console-events li', { hasText: 'DELIVERED · SMS' });
      await delivered.locator('.console-signature.valid', { hasText: '✓ valid' }).waitFor();
      const all = await reader.locator('#console-events li').allTextContents();
      expect(all.filter((text) => /UNDELIVERED: .*✓ valid/.test(text))).toHaveLength(2);
      expect(await reader.locator('#console-answer').textContent()).toMatch(/^HTTP\/1\.1 200\n/);
      expect(clicks).toBeLessThanOrEqual(3);
    },
  );

  test('with verdict, answer and callbacks axe finds no violation; screenshots are taken', slow, async () => {
    await mkdir(screenshots, { recursive: true });
    await choose('reason=no-template-match');
    await send();
    const mine = page.locator('#console-events li', { hasText: 'UNDELIVERED: no-template-match' });
    await mine.locator('.console-signature.valid').waitFor();
    await mine.locator('summary').click();
    expect(await mine.locator('pre').textContent()).toMatch(/\nwebhook-signature: v1,.*\n\n\{"requestId":"/s);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOf(page)).toEqual([]);
      await page.screenshot({
        path: join(screenshots, `console-in-use-${colorScheme}.png`),
        fullPage: true,
      });
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: join(screenshots, 'console-in-use-phone.png'), fullPage: true });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('the mock can be the target', slow, async () => {
    await page.selectOption('#console-target', { index: 1 });
    onTestFinished(async () => {
      await page.selectOption('#console-target', { index: 0 });
    });
    await choose('system-error');
    expect(await send()).toMatch(/^HTTP\/1\.1 500\n/);
    expect(await page.locator('#console-code-curl').textContent()).toContain(mock.url);
  });

  test('by keyboard alone: choose, send, read', slow, async () => {
    await page.locator('#console-template').focus();
    await choose('content-not-specified');
    const stops: string[] = [];
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      // The headers are folded: of them there is the summary, which has no id.
      stops.push(String(await page.evaluate('document.activeElement.id')));
      if (stops.at(-1) === 'console-body') break;
    }
    expect(stops).toEqual([
      'console-find',
      'console-new-id',
      'console-share',
      'console-key',
      '',
      'console-body',
    ]);
    const answered = page.waitForResponse((response) => response.url().includes('/schedule'));
    await page.keyboard.press('Control+Enter');
    expect((await answered).status()).toBe(400);
    const link = page.locator('#console-code-link');
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('codes/content-not-specified.html');
    const answer = await page.locator('#console-answer-title').boundingBox();
    expect(answer?.y).toBeGreaterThan(0);
    expect(answer?.y).toBeLessThan(700);
  });

  test('finds an example by words of its code, its label or its state', async () => {
    const find = page.locator('#console-find');
    await find.fill('latitude 400');
    const shown = page.locator('#console-template option:not([hidden])');
    const names = await shown.evaluateAll((options) => options.map((option) => option.getAttribute('value')));
    expect(names.length).toBeGreaterThan(0);
    const hits = templates.filter(({ name }) => names.includes(name));
    for (const { name, group, label } of hits) expect(`${name} ${group} ${label}`).toMatch(/latitude/);
    for (const { label } of hits) expect(label).toContain('400');
    expect(await page.locator('#console-found').textContent()).toBe(
      `${names.length} of ${templates.length} examples`,
    );
    await find.press('Enter');
    expect(await page.inputValue('#console-template')).toBe(names[0]);
    expect(await find.inputValue()).toBe('');
    expect(await shown.count()).toBe(templates.length);
    await find.fill('no such example');
    expect(await shown.count()).toBe(0);
    await find.press('Escape');
    expect(await shown.count()).toBe(templates.length);
  });

  test('the key is neither shown nor stored', slow, async () => {
    await page.fill('#console-key', 'my-own-secret-key');
    expect(await page.isChecked('#console-listen')).toBe(false);
    await choose('scheduleMessage');
    expect(await page.inputValue('#console-key')).toBe('my-own-secret-key');
    expect(await send()).toMatch(/^HTTP\/1\.1 401\n/);
    const stored = JSON.stringify(
      await page.evaluate('[{ ...localStorage }, { ...sessionStorage }, document.cookie]'),
    );
    expect(stored).toContain('/api/cascade/schedule');
    expect((await page.locator('main').textContent()) + stored).not.toContain('my-own-secret-key');
    await page.fill('#console-key', 'demo-key');
  });

  test('the samples of the other pages name the provider that runs', async () => {
    const other = await newPage(browser);
    onTestFinished(() => other.close());
    await other.goto(`${docs.url}/operations/listCascades.html`);
    const sample = other.locator('main code', { hasText: `${mock.url}/api/cascade/get-all` });
    await sample.first().waitFor({ state: 'attached' });
  });

  test('without a target it says how to give one, and sends nothing', async () => {
    const off = await serveDocs({ port: 0, folder: site.folder });
    const other = await newPage(browser);
    onTestFinished(async () => {
      await other.close();
      await off.close();
    });
    await other.goto(`${off.url}/console.html#out-of-balance`);
    expect(await other.locator('#console-off').textContent()).toContain('packages/docs/src/cli.ts --target');
    expect(await other.inputValue('#console-template')).toBe('out-of-balance');
    expect(await other.locator('#console-send').isDisabled()).toBe(true);
    expect((await fetch(`${off.url}/target/0/api/cascade/get-all`, { method: 'POST' })).status).toBe(405);
  });
});
