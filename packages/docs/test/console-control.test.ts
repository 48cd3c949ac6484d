import { type RunningMock, startMock } from '@cascade/mock';
import { inBrowser, launch, newPage, noBrowser } from '@cascade/repository/test-kit/browser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type RunningDocs, serveDocs } from '../src/serve-docs.ts';
import { violationsOf } from './support/axe.ts';
import { type SiteOnDisk, writeSite } from './support/rendered-site.ts';

const slow = { timeout: 300_000 };

describe.skipIf(noBrowser !== undefined)(inBrowser('the panel of the mock control'), () => {
  let site: SiteOnDisk;
  let mock: RunningMock;
  let plain: RunningMock;
  let docs: RunningDocs;
  let browser: Browser;

  beforeAll(async () => {
    [site, mock, plain, browser] = await Promise.all([
      writeSite(),
      startMock({ port: 0, control: true }),
      startMock({ port: 0 }),
      launch(),
    ]);
    const targets = [
      { name: 'mock', url: mock.url },
      { name: 'plain', url: plain.url },
    ];
    docs = await serveDocs({ port: 0, folder: site.folder, targets });
  });

  afterAll(async () => {
    await browser?.close();
    await docs?.close();
    await Promise.all([mock?.close(), plain?.close(), site?.remove()]);
  });

  /** The console in a session of its own, with its panel open. */
  async function openPanel(): Promise<Page> {
    const page = await newPage(browser);
    onTestFinished(() => page.close());
    await page.goto(`${docs.url}/console.html`);
    await page.locator('#console-send:enabled').waitFor();
    await page.locator('#console-control > summary').click();
    return page;
  }

  const told = (page: Page, id: string, text: string | RegExp) =>
    page.locator(`#console-${id}`, { hasText: text }).waitFor();
  const received = (page: Page, text: string | RegExp) =>
    page.locator('#console-control-received li', { hasText: text }).first().waitFor();
  const form = (page: Page, operation: string) => page.locator(`form[data-operation="${operation}"]`);
  const createAccount = async (page: Page) => {
    await page.locator('#console-control-create').click();
    await told(page, 'control-account', 'its key is in the request');
  };

  test(
    'an account in one click; a lost answer, which the repeated request shows; then a reset',
    slow,
    async () => {
      const page = await openPanel();
      await createAccount(page);
      expect(await page.inputValue('#console-key')).toMatch(/^mock-/);
      await form(page, 'createBehaviour').locator('[name=fault]').selectOption('accept-and-lose');
      await form(page, 'createBehaviour').getByRole('button').click();
      await told(page, 'control-planned', /"fault":"accept-and-lose"\}applied 0 times/);
      await page.click('#console-listen');
      await page.click('#console-send');
      await told(page, 'comparison', /cut the connection\. Whether it carried the request out is unknown/);
      await received(page, /no response POST \/api\/cascade\/schedule/);
      await page.locator('#console-control-planned:empty').waitFor({ state: 'attached' });
      await page.click('#console-send');
      await received(page, /400 requestId-is-not-unique/);
      await page.click('#console-control-reset');
      await told(page, 'control-count', 'None yet.');
      await page.click('#console-send');
      await received(page, /200 POST \/api\/cascade\/schedule/);
      await told(page, 'answer', 'HTTP/1.1 200');
    },
  );

  test('the secret of the account verifies its callbacks', slow, async () => {
    const page = await openPanel();
    await createAccount(page);
    await page.click('#console-send');
    await page.locator('#console-events .console-signature.valid').first().waitFor();
  });

  test('a torn answer is told as one', slow, async () => {
    const page = await openPanel();
    await form(page, 'createBehaviour').locator('[name=fault]').selectOption('torn');
    await form(page, 'createBehaviour').getByRole('button').click();
    await told(page, 'control-planned', '"fault":"torn"');
    await page.click('#console-send');
    await told(
      page,
      'comparison',
      /No whole answer: mock cut the connection within the body, after status 200/,
    );
  });

  test(
    'a form sends what its fields say, numbers and JSON too, and shows the refusal of the mock',
    slow,
    async () => {
      const page = await openPanel();
      await page.locator('#console-control-others > summary').click();
      const account = form(page, 'createAccount');
      await page.locator('.control-operation > summary', { hasText: 'Create an account' }).click();
      await account.locator('[name="prices.SMS"]').fill('7');
      await account.locator('[name="lenient.keyboard"]').selectOption('true');
      await account.locator('[name=cascades]').fill('[{"id":7,');
      await account.getByRole('button').click();
      await account.locator('.control-result', { hasText: 'cascades is not JSON' }).waitFor();
      await account.locator('[name=cascades]').fill('[{"id":7,"stages":[{"channel":"FAX"}]}]');
      const sent = page.waitForRequest(/\/control\/accounts$/);
      await account.getByRole('button').click();
      expect((await sent).postDataJSON()).toEqual({
        prices: { SMS: 7 },
        lenient: { keyboard: true },
        cascades: [{ id: 7, stages: [{ channel: 'FAX' }] }],
      });
      await account
        .locator('.control-result', { hasText: /^400 invalid-request: \/cascades\/0\/stages\/0\/channel/ })
        .waitFor();
      await account.locator('[name=cascades]').fill('');
      await account.getByRole('button').click();
      await told(page, 'control-account', 'its key is in the request');
    },
  );

  test('a request of another program appears by itself, and its account can be left out', slow, async () => {
    const page = await openPanel();
    const ask = (key: string) =>
      fetch(`${mock.url}/api/messages/history`, { method: 'POST', headers: { 'x-api-key': key } });
    await told(page, 'control-count', /./);
    await ask('demo-key');
    await received(page, /\/api\/messages\/history.*demo/);
    await createAccount(page);
    const own = await page.inputValue('#console-key');
    await ask('demo-key');
    await ask(own);
    await received(page, /\/api\/messages\/history.*account-/);
    expect(await page.locator('#console-control-received li', { hasText: '· demo' }).count()).toBe(0);
    await page.click('#console-control-mine');
    await received(page, /\/api\/messages\/history.*· demo/);
  });

  test(
    'a target without control says how to start a mock with it; the key of the account stays behind',
    slow,
    async () => {
      const page = await openPanel();
      await createAccount(page);
      await page.selectOption('#console-target', { index: 1 });
      await told(
        page,
        'control-off',
        /^plain at .* has no control interface.*node packages\/mock\/src\/cli\.ts --control$/,
      );
      expect(await page.locator('#console-control-on').isVisible()).toBe(false);
      expect(await page.inputValue('#console-key')).toBe('demo-key');
      await page.selectOption('#console-target', { index: 0 });
      await page.locator('#console-control-create').waitFor();
      await told(page, 'control-account', 'No account of your own yet.');
    },
  );

  test('an account that the mock has forgotten is left', slow, async () => {
    const page = await openPanel();
    await createAccount(page);
    const headers = { 'content-type': 'application/json' };
    await fetch(`${mock.url}/control/reset`, { method: 'POST', headers, body: '{}' });
    // Looks anew when it is opened again, as it does by itself once its wait is over.
    await page.locator('#console-control > summary').click();
    await page.locator('#console-control > summary').click();
    await told(page, 'control-account', 'No account of your own yet.');
    expect(await page.inputValue('#console-key')).toBe('demo-key');
    // The page lists the cascades of that key.
    await received(page, /\/api\/cascade\/get-all.*demo/);
  });

  test('by keyboard alone, without a violation for axe, on a phone and in both themes', slow, async () => {
    const page = await newPage(browser);
    onTestFinished(() => page.close());
    await page.goto(`${docs.url}/console.html`);
    await page.locator('#console-send:enabled').waitFor();
    await page.locator('#console-control > summary').focus();
    await page.keyboard.press('Enter');
    await page.locator('#console-control-create').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await told(page, 'control-account', 'its key is in the request');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).toBe('console-control-reset');
    const names: string[] = [];
    for (let step = 0; step < 5; step += 1) {
      await page.keyboard.press('Tab');
      names.push(String(await page.evaluate('document.activeElement.name')));
    }
    expect(names).toEqual(['account', 'operation', 'fault', 'answer.code', 'delaySeconds']);
    await page.keyboard.type('0.5');
    await page.keyboard.press('Enter');
    await told(page, 'control-planned', '"delaySeconds":0.5');
    await page.evaluate(
      `for (const one of document.querySelectorAll('#console-control details')) one.open = true`,
    );
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOf(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });
});
