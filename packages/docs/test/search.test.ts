import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readContract } from '@cascade/contract';
import { inBrowser, launch, newPage, noBrowser } from '@cascade/repository/test-kit/browser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anchorOf } from '../src/coverage/clause-groups.ts';
import { serveDocs } from '../src/serve-docs.ts';
import { type SiteOnDisk, writeSite } from './support/rendered-site.ts';

const { problems, reasons, clauses, decisions } = readContract();
const slow = { timeout: 300_000 };

describe.skipIf(noBrowser !== undefined)(inBrowser('the search, from a file'), () => {
  let site: SiteOnDisk;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    [site, browser] = await Promise.all([writeSite(), launch()]);
    page = await newPage(browser);
    await page.context().setOffline(true);
  });

  afterAll(async () => {
    await browser?.close();
    await site?.remove();
  });

  const input = () => page.getByRole('combobox', { name: /^Search/ });

  async function openSearch(): Promise<void> {
    await page.goto(pathToFileURL(join(site.folder, 'index.html')).href);
    await page.keyboard.press('/');
    // The first opening loads the index; a result shows that it has arrived.
    await input().fill('out');
    await page.getByRole('option').first().waitFor();
    await input().fill('');
  }

  /**
   * The queries whose results lack the expected text. One call enters them all, since each call waits for a
   * frame.
   */
  async function notFound(wanted: readonly (readonly [query: string, text: string])[]): Promise<string[]> {
    await input().waitFor();
    const queries = JSON.stringify(wanted.map(([query]) => query));
    const results: string[][] = await page.evaluate(`${queries}.map(${resultsOf})`);
    return wanted
      .map(([query, text], at) => ({ query, text, found: results[at] ?? [] }))
      .filter(({ text, found }) => !found.some((one) => one.includes(text)))
      .map(({ query, found }) => `${query}: ${found.slice(0, 3).join(' | ')}`);
  }

  test('it finds each code and each reason, both spellings', slow, async () => {
    await openSearch();
    const spellings = problems.flatMap(({ code, title }) => [[code, code] as const, [title, code] as const]);
    const listed = reasons.flatMap(({ reason, aliases }) =>
      [reason, ...aliases].map((one) => [one, reason] as const),
    );
    expect(await notFound([...spellings, ...listed])).toEqual([]);
  });

  test('it finds each clause and each decision', slow, async () => {
    await openSearch();
    const ids = [...clauses.keys()].map((id) => [id, id] as const);
    const records = decisions.map(({ id }) => [id, id] as const);
    expect(await notFound([...ids, ...records])).toEqual([]);
  });

  test('by keyboard: Enter opens the first result, arrows and Enter another', slow, async () => {
    await openSearch();
    await page.keyboard.type('out-of-balance');
    await page.keyboard.press('Enter');
    await page.waitForURL(/codes\/out-of-balance\.html$/);
    await openSearch();
    await page.keyboard.type('out-of-balance');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !/index\.html$|codes\/out-of-balance\.html$/.test(url.pathname));
  });

  test('Ctrl-K opens it, Escape closes it; nonsense finds nothing', slow, async () => {
    await page.goto(pathToFileURL(join(site.folder, 'catalogue.html')).href);
    await page.keyboard.press('Control+k');
    await input().fill('zzzqqqxxx');
    expect(await page.getByRole('option').count()).toBe(0);
    await page.keyboard.press('Escape');
    await input().waitFor({ state: 'hidden' });
  });

  test(
    'a mistyped address gets 404 and the closest page, also below a folder that is none',
    slow,
    async () => {
      const docs = await serveDocs({ port: 0, folder: site.folder });
      const served = await newPage(browser);
      try {
        const answer = await served.goto(`${docs.url}/cods/Out-Of-Blaance`);
        expect(answer?.status()).toBe(404);
        await served.locator('#closest a').first().click();
        await served.waitForURL(`${docs.url}/codes/out-of-balance.html`);
      } finally {
        await served.close();
        await docs.close();
      }
    },
  );

  test('anchors of clauses can be typed', () => {
    for (const id of clauses.keys()) expect(anchorOf(id)).toMatch(/^[\w.'-]+$/);
  });
});

/** Runs in the page: enters a query and returns the texts of the results, which are shown at once. */
const resultsOf = `(query) => {
  const input = document.querySelector('#search input');
  input.value = query;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return [...document.querySelectorAll('#search [role=option]')].map((option) => option.textContent);
}`;
