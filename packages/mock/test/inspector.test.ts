import { hash } from 'node:crypto';
import { startReceiver } from '@cascade/repository/test-kit';
import { inBrowser, launch, newPage, noBrowser } from '@cascade/repository/test-kit/browser';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createMockControl } from '../src/control.ts';
import { createMock } from '../src/index.ts';
import { send, validBody } from './support/send.ts';
import { startForTest } from './support/start.ts';

test('the inspector is one page that runs its own script alone, and /control/ leads to it', async () => {
  const mock = await startForTest({ control: true });
  const { status, url, headers, page } = await fetch(`${mock.url}/control/`).then(async (answer) => ({
    status: answer.status,
    url: answer.url,
    headers: answer.headers,
    page: await answer.text(),
  }));
  expect({ status, url }).toEqual({ status: 200, url: `${mock.url}/control/inspector` });
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const hashOf = (name: string) => {
    const [, text = ''] = new RegExp(`<${name}[^>]*>([^]*?)</${name}>`).exec(page) ?? [];
    expect(text).not.toBe('');
    return `'sha256-${hash('sha256', text, 'base64')}'`;
  };
  expect(headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${hashOf('script')}`,
    `style-src ${hashOf('style')}`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write|\son\w+=|https?:\/\/(?!openapi)/);
});

test('the inspector is for this machine, and for GET', async () => {
  const mock = await createMock({ control: true });
  const ask = (method: string, peer: string) =>
    mock.answer({
      method,
      target: '/control/inspector',
      headers: { host: 'localhost:4010' },
      readBody: async () => undefined,
      peer: () => peer,
    });
  expect((await ask('GET', '127.0.0.1')).status).toBe(200);
  expect((await ask('GET', '192.0.2.1')).status).toBe(403);
  expect(await ask('POST', '127.0.0.1')).toMatchObject({ status: 405, headers: { allow: 'GET' } });
});

const slow = { timeout: 300_000 };

describe.skipIf(noBrowser !== undefined)(inBrowser('the inspector'), () => {
  let browser: Awaited<ReturnType<typeof launch>>;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  /** The page of a mock, and what went wrong in it. */
  async function open() {
    const mock = await startForTest({ control: true });
    const page = await newPage(browser);
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => void faults.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    onTestFinished(() => page.close());
    await page.goto(`${mock.url}/control/inspector`);
    await page.locator('#state', { hasText: 'Live' }).waitFor();
    const row = (list: string, text: string | RegExp) =>
      page.locator(`#${list}-rows > li`, { hasText: text }).first();
    return { mock, page, faults, row, control: createMockControl(mock.url) };
  }

  test('a page shows what came and how it was judged, live, and no key', slow, async () => {
    const { mock, page, faults, row, control } = await open();
    const { url } = await closedAfterTest(startReceiver());
    const { key } = await control.createAccount({ name: 'mine' });
    const headers = { 'x-api-key': key };
    await send(mock.url, { path: '/api/callback/set', body: { statusCallbackUrl: url }, headers });
    await send(mock.url, { body: validBody(), headers });
    await send(mock.url, { body: validBody({ cascadeId: 1 }) });
    await row('request', /400.*cascade-not-found: \/cascadeId: 1 is not/).waitFor();
    await row('callback', /204.*DELIVERED on SMS.*attempt 1.*mine/).waitFor();
    await row('message', /DELIVERED.*SMSENQUEUED → SENT → DELIVERED/).waitFor();
    await row('request', /^200scheduleMessage/)
      .locator('summary')
      .press('Enter');
    await page.locator('#request-rows [open] pre', { hasText: '"text": "Code 4821"' }).waitFor();
    await page.locator('#failures').check();
    expect(await page.locator('#request-rows > li').count()).toBe(1);
    await page.locator('#failures').uncheck();
    await page.locator('#account').fill('mine');
    await page.locator('#account').press('Enter');
    await page.locator('#requests-count', { hasText: '2 requests, the newest first' }).waitFor();
    await page.locator('#account').fill('none');
    await page.locator('#account').press('Enter');
    await page.locator('#state.bad', { hasText: 'expected the name of an account, found "none"' }).waitFor();
    expect(await page.content()).not.toMatch(/demo-key|mock-|whsec_/);
    // The browser reports the response of the mock to an unknown account.
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
    expect((await control.listRequests()).filter(({ operation }) => operation === null)).toEqual([]);
  });

  test('texts of requests, accounts and events are texts', slow, async () => {
    const { mock, page, faults, row, control } = await open();
    const markup = '<img/src=x/onerror=globalThis.hit=1>';
    const { key, name } = await control.createAccount({ name: markup });
    const { url } = await closedAfterTest(startReceiver());
    const headers = { 'x-api-key': key };
    await send(mock.url, { path: '/api/callback/set', body: { statusCallbackUrl: url }, headers });
    const content = { smsContent: { contentType: 'TEXT', text: markup } };
    await send(mock.url, { body: validBody({ content }), headers });
    const subscriberFilter = { address: markup, type: 'PHONE' };
    await send(mock.url, { body: validBody({ content, subscriberFilter }), headers });
    await send(mock.url, { path: `/api/${markup}`, method: 'GET', headers });
    const event = { status: markup, channelType: markup, error: markup };
    const stage = { requestId: markup, cascadeStageUUID: markup, statusAt: markup };
    await control.sendCallback({ account: name, event: { ...event, ...stage } });
    await control.createBehaviour({ account: name, address: markup, fault: 'torn' });
    await control.createScene({ account: name, callbacks: [{ status: markup, drop: true }] });
    await row('request', 'GET').waitFor();
    await row('callback', `${markup} on ${markup} ${markup}`).waitFor();
    await row('message', markup).waitFor();
    await row('behaviour', `account ${markup}, to ${markup}`).waitFor();
    await row('scene', `callback of ${markup}: never sent`).waitFor();
    await page.locator('#account').focus();
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.evaluate('globalThis.hit')).toBeUndefined();
    expect(faults).toEqual([]);
  });

  test('behaviours and scenes are added and removed, the clock moves, a reset forgets', slow, async () => {
    const { mock, page, faults, row, control } = await open();
    page.on('dialog', (dialog) => void dialog.accept());
    const { key } = await control.createAccount({ name: 'mine' });
    await page.locator('#account').fill('mine');
    await page.locator('#account').press('Enter');
    await page.locator('summary', { hasText: 'Add a behaviour' }).press('Enter');
    await page.getByRole('button', { name: 'Lose the answer' }).press('Enter');
    await page.locator('#said', { hasText: 'Behaviour added: carried out, the answer is lost.' }).waitFor();
    await page.getByRole('button', { name: 'Delay' }).click();
    await row('behaviour', 'waits 2 s').waitFor();
    await page.locator('summary', { hasText: 'Add a scene' }).click();
    await page.getByRole('button', { name: 'Delivered late' }).click();
    await row('scene', 'CHATTWO: DELIVERED after 420 s account mine, once').waitFor();
    await page.getByRole('button', { name: 'Remove behaviour 2' }).press('Enter');
    await row('behaviour', 'waits 2 s').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.id')).toBe('next-title');
    await send(mock.url, { body: validBody(), headers: { 'x-api-key': key } }).catch(() => {});
    await row('request', /no answer.*Behaviour: carried out, the answer is lost/).waitFor();
    await page.locator('#no-behaviours').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('#clock-state', { hasText: /^mine: .*, stopped; / }).waitFor();
    const before = Date.parse((await control.getClock('mine')).now);
    await page.getByRole('button', { name: '+1 hour' }).click();
    await expect.poll(async () => Date.parse((await control.getClock('mine')).now) - before).toBe(3_600_000);
    await page.getByRole('button', { name: 'Reset mine' }).click();
    await page.locator('#requests-count', { hasText: 'None yet.' }).waitFor();
    await row('scene', 'CHATTWO').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  test('a mock that stops is said to be gone', slow, async () => {
    const { mock, page } = await open();
    await mock.close();
    await page.locator('#state.bad', { hasText: 'The mock does not answer.' }).waitFor();
  });
});
