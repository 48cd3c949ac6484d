import { startMock } from '@cascade/mock';
import { createMockControl } from '@cascade/mock/control';
import { startReceiver } from '@cascade/repository/test-kit';
import { inBrowser, launch, newPage, noBrowser } from '@cascade/repository/test-kit/browser';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { violationsInBothSchemes } from './support/axe.ts';

/** A page of the mock itself, which has no axe. The portal has. */
describe.skipIf(noBrowser !== undefined)(inBrowser('the inspector of the mock'), () => {
  async function openBusy(): Promise<Page> {
    const mock = await startMock({ port: 0, control: true });
    const browser = await launch();
    onTestFinished(async () => {
      await browser.close();
      await mock.close();
    });
    const control = createMockControl(mock.url);
    const { url } = await closedAfterTest(startReceiver((response) => void response.writeHead(500).end()));
    const ask = (path: string, body: object) =>
      fetch(`${mock.url}/api/${path}`, {
        method: 'POST',
        headers: { 'x-api-key': 'demo-key', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await ask('callback/set', { statusCallbackUrl: url });
    const message = {
      requestId: '10000000-0000-4000-8000-000000000001',
      cascadeId: 2002,
      subscriberFilter: { address: '+12025550105', type: 'PHONE' },
      content: { smsContent: { contentType: 'TEXT', text: 'Hello' } },
    };
    for (let sent = 0; sent < 2; sent += 1) await ask('cascade/schedule', message);
    await control.createBehaviour({ fault: 'torn' });
    await control.createScene({ callbacks: [{ repeat: 1 }] });
    const page = await newPage(browser, { viewport: { width: 1280, height: 900 } });
    await page.goto(`${mock.url}/control/`);
    await page.locator('#callback-rows', { hasText: 'Again at' }).waitFor();
    await page.locator('#request-rows', { hasText: 'requestId-is-not-unique' }).waitFor();
    await page.locator('#scene-rows > li').waitFor();
    return page;
  }

  test('has no violation for axe in both themes, fits a phone, is reached by keyboard', {
    timeout: 300_000,
  }, async () => {
    const page = await openBusy();
    const first: unknown[] = [];
    for (let step = 0; step < 3; step += 1) {
      await page.keyboard.press('Tab');
      first.push(await page.evaluate('document.activeElement.id'));
    }
    expect(first).toEqual(['account', 'failures', 'reset']);
    await page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);
    expect(await violationsInBothSchemes(page, true)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await violationsInBothSchemes(page, true)).toEqual([]);
  });
});
