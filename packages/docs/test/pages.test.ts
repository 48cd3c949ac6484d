import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readYamlFile, repositoryRoot } from '@cascade/contract';
import { inBrowser, launch, newPage, noBrowser } from '@cascade/repository/test-kit/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readDescribed } from '../src/description/read-description.ts';
import { assumedNames } from '../src/provenance/assumed-names.ts';
import { type Found, keptVisits } from './support/kept-visits.ts';
import { pagesOfEveryKind } from './support/kinds-of-markup.ts';
import { type SiteOnDisk, writeSite } from './support/rendered-site.ts';
import { becomePhone, type Use, use, type Visit, visit } from './support/visit.ts';

/**
 * Runs `work` for each item, as many at a time as there are workers; the answers are in the order of the
 * items.
 */
async function inTurns<Item, Worker, Answer>(
  items: readonly Item[],
  workers: readonly Worker[],
  work: (item: Item, worker: Worker) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = [...items.entries()];
  const runAll = async (worker: Worker) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, item] = next;
      answers[index] = await work(item, worker);
    }
  };
  await Promise.all(workers.map(runAll));
  return answers;
}

/** `SCREENSHOTS=1` writes screenshots to this folder. */
const screenshots =
  process.env.SCREENSHOTS === '1'
    ? fileURLToPath(new URL('../reports/screenshots', import.meta.url))
    : undefined;
/**
 * `EVERY_PAGE=1` runs axe on each whole page; otherwise pages without markup of a new kind are left out, and
 * repetitions.
 */
const isEvery = process.env.EVERY_PAGE === '1';
/**
 * `FRESH=1` visits every page, as `npm test -- --force` does; otherwise those that have changed since the
 * last run.
 */
const isAnew = isEvery || screenshots !== undefined || process.env.FRESH === '1';
const slow = { timeout: 600_000 };
/** Redoc writes their markup, so axe and keyboard tests leave them out. */
const redocPages = ['redoc/api.html', 'redoc/callback.html'];
/** What *Hide assumptions* hides. */
const names = assumedNames(readDescribed());

describe.skipIf(noBrowser !== undefined)(inBrowser('every page'), () => {
  let site: SiteOnDisk;
  let browser: Browser;
  let ours: readonly string[];
  let used: readonly string[];
  let visits: readonly Visit[];
  let uses: readonly Use[];

  beforeAll(async () => {
    [site, browser] = await Promise.all([
      writeSite(),
      launch(),
      screenshots && mkdir(screenshots, { recursive: true }),
    ]);
    ours = site.pages.filter((name) => !redocPages.includes(name));
    used = isEvery ? ours : pagesOfEveryKind(new Map(ours.map((name) => [name, site.files.get(name) ?? ''])));
    const kept = isAnew ? undefined : keptVisits(site.files, browser);
    const tabs = await Promise.all([newPage(browser), newPage(browser)]);
    for (const tab of tabs) {
      await tab.context().setOffline(true);
      await becomePhone(tab);
    }
    const place = { folder: site.folder, ...(screenshots === undefined ? {} : { screenshots }) };
    const found = await inTurns(site.pages, tabs, async (name, tab): Promise<Found> => {
      const isUsed = used.includes(name);
      const known = kept?.find(name, isUsed);
      if (known !== undefined) return known;
      const visited = await visit(tab, name, place);
      const all = isUsed ? { visit: visited, use: await use(tab, name, isEvery) } : { visit: visited };
      kept?.keep(name, all);
      return all;
    });
    visits = found.map((one) => one.visit);
    uses = found.flatMap((one) => (one.use === undefined || !used.includes(one.use.name) ? [] : [one.use]));
    await Promise.all(tabs.map((tab) => tab.close()));
  }, 600_000);

  afterAll(async () => {
    await browser?.close();
    await site?.remove();
  });

  test('renders from a file, offline, without requests to other hosts', () => {
    expect(visits.map(({ name }) => name)).toEqual(site.pages);
    for (const { name, title, outside, faults } of visits) {
      expect(title, name).not.toBe('');
      expect({ name, outside, faults }).toEqual({ name, outside: [], faults: [] });
    }
  });

  test('fits on a phone and on a tablet', () => {
    const tooWide = (all: readonly { readonly name: string; readonly excess: number }[]) =>
      all
        .filter(({ name, excess }) => excess > 0 && ours.includes(name))
        .map(({ name, excess }) => `${name}: ${excess} px`);
    expect(tooWide(visits)).toEqual([]);
    expect(tooWide(uses)).toEqual([]);
  });

  test('shows no assumed name while assumptions are hidden, unless the page is about assumptions', () => {
    const isEverydayWord = (text: string) => /^\s*[a-z]+\s*$/.test(text);
    const isAboutThem = (name: string) => /^(?:decisions|assumptions|changelog|compare)\b/.test(name);
    // Their texts are about programs of ours and about SMSCs, which have statuses of their own.
    const isAboutPrograms = (name: string) => /^(?:packages\/|gateway-settings|smsc-behaviours)/.test(name);
    const judged = visits.filter(({ name }) => ours.includes(name) && !isAboutThem(name));
    const shown = judged.flatMap(({ name, documented }) =>
      documented
        .filter(({ isCode }) => isCode || !isAboutPrograms(name))
        .filter(({ text, isCode }) => names.isIn(text) && (isCode || !isEverydayWord(text)))
        .map(({ text }) => `${name}: ${text}`),
    );
    expect(shown).toEqual([]);
    expect(judged.every(({ documented }) => documented.length > 10)).toBe(true);
  });

  test('says that assumptions are hidden, on every page, until they are shown', slow, async () => {
    const page = await newPage(browser);
    onTestFinished(() => page.close());
    const open = (name: string) => page.goto(pathToFileURL(join(site.folder, name)).href);
    const banner = page.getByRole('region', { name: 'Assumptions are hidden' });
    const row = page.locator('#too-many-requests');
    await open('catalogue.html');
    await row.waitFor();
    expect(await banner.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Hide assumptions' }).click();
    await row.waitFor({ state: 'hidden' });
    await open('codes/too-many-requests.html');
    await page.getByRole('heading', { level: 1, name: 'Assumed' }).waitFor();
    await open('assumptions.html');
    await page.getByText('too-many-requests').first().waitFor();
    await banner.getByRole('button', { name: 'Show all' }).click();
    await banner.waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement.id')).toBe('assumed-switch');
    await open('catalogue.html');
    await row.waitFor();
  });

  test('has the version of the contract in its header, also on a phone', slow, async () => {
    const page = await newPage(browser);
    onTestFinished(() => page.close());
    await becomePhone(page);
    await page.goto(pathToFileURL(join(site.folder, 'operations/scheduleMessage.html')).href);
    const version = page.locator('header .version');
    const { value } = readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml');
    const { version: expected } = (value as { readonly info: { readonly version: string } }).info;
    expect(await version.textContent()).toBe(expected);
    expect(await version.isVisible()).toBe(true);
    const switchBox = await page.locator('#theme-switch').boundingBox();
    expect((switchBox?.x ?? 390) + (switchBox?.width ?? 0)).toBeLessThanOrEqual(374);
    const isNamed = (name: string) => site.files.get(name)?.includes(`>${expected}</a>`);
    expect(site.pages.filter((name) => !isNamed(name))).toEqual([]);
  });

  test('has no axe violations, in light and dark', () => {
    expect(uses.map(({ name }) => name).toSorted()).toEqual(used.toSorted());
    expect(uses.flatMap(({ name, violations }) => violations.map((one) => `${name}, ${one}`))).toEqual([]);
  });

  test('works by keyboard: the navigation can be skipped, and every stop is visible', () => {
    for (const { name, stops } of uses) {
      expect(stops[0]?.name, name).toMatch(/^Skip to/);
      expect(stops.length, name).toBeGreaterThan(10);
      expect(
        stops.filter(({ isMarked }) => !isMarked),
        name,
      ).toEqual([]);
    }
  });

  test('reads without JavaScript', slow, async () => {
    const page = await newPage(browser, { javaScriptEnabled: false });
    onTestFinished(() => page.close());
    for (const name of used.slice(0, 8)) {
      await page.goto(pathToFileURL(join(site.folder, name)).href);
      const text = await page.locator('main').textContent();
      expect(text?.length, name).toBeGreaterThan(150);
    }
  });
});
