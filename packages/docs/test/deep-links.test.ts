import { inBrowser, launch, newPage, noBrowser } from '@cascade/repository/test-kit/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SiteOnDisk, writeSite } from './support/rendered-site.ts';

/** Of windows, one for each layout of the header: a desk, a tablet and a phone. */
const widths = [1440, 820, 390];
const height = 860;

/** Long pages, with operations, fields, codes and limits. */
const pages = ['operations/scheduleMessage.html', 'reference.html'];

/** How many places of a page are opened afresh, from its begin to its end; each is gone to by a click. */
const opened = 6;

/**
 * Runs in the page: where an element is, if that is not at the top of the window, below the header. A hidden
 * element cannot be gone to; at the end of a page the window goes no further.
 */
const placeOf = `(id) => {
  const box = document.getElementById(id).getBoundingClientRect();
  if (box.height === 0) return undefined;
  const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 4;
  const isRight = (box.top >= 0 && box.top <= 260) || (isAtEnd && box.top > 0 && box.top < innerHeight);
  return isRight ? undefined : Math.round(box.top);
}`;

/** Runs in the page: goes to each place by a link, and says which were missed. */
const missedByClick = `(find) => {
  document.documentElement.style.scrollBehavior = 'auto';
  return [...document.querySelectorAll('main [id]')].flatMap(({ id }) => {
    const link = document.createElement('a');
    link.href = '#' + encodeURIComponent(id);
    document.body.append(link);
    link.click();
    link.remove();
    const place = find(id);
    return place === undefined ? [] : ['click: ' + id + ' ' + place];
  });
}`;

describe.skipIf(noBrowser !== undefined)(inBrowser('a link to a place of a page'), () => {
  let site: SiteOnDisk;
  let browser: Browser;

  beforeAll(async () => {
    [site, browser] = await Promise.all([writeSite(), launch()]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.remove()]);
  });

  test.each(widths)('arrives at it, opened afresh and by click, in a window of %i pixels', async (width) => {
    const page = await newPage(browser);
    await page.setViewportSize({ width, height });
    const missed: string[] = [];
    for (const file of pages) {
      const url = `file://${site.folder}/${file}`;
      await page.goto(url);
      const ids = await page.$$eval('main [id]', (all) => all.map(({ id }) => id));
      expect(ids.length).toBeGreaterThan(10);
      missed.push(...(await page.evaluate<string[]>(`(${missedByClick})(${placeOf})`)));
      const step = Math.ceil(ids.length / opened);
      for (const id of ids.filter((_, at) => at % step === step - 1)) {
        // Another page first: a change of the fragment alone loads nothing.
        await page.goto('about:blank');
        await page.goto(`${url}#${encodeURIComponent(id)}`);
        const place = await page.evaluate<unknown>(`(${placeOf})(${JSON.stringify(id)})`);
        if (place !== undefined) missed.push(`${file}, afresh: ${id} ${place}`);
      }
    }
    expect(missed).toEqual([]);
    await page.context().close();
  });
});
