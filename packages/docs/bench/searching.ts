import type { Browser } from 'playwright-core';
import type { Network } from './networks.ts';
import { slowDown } from './opening.ts';

/** Milliseconds from a click on *Search*, with a word typed at once, to its first result. */
export interface Searching {
  /** Script and index are loaded. */
  readonly first: number;
  readonly again: number;
}

/** Opens a page, waits until it is quiet, and searches twice. */
export async function searchingOn(browser: Browser, url: string, network: Network): Promise<Searching> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await slowDown(await context.newCDPSession(page), network);
    await page.goto(url, { waitUntil: 'networkidle' });
    return { first: await page.evaluate<number>(search), again: await page.evaluate<number>(search) };
  } finally {
    await context.close();
  }
}

const search = `new Promise((resolve) => {
  const list = document.querySelector('#search-results');
  const input = document.querySelector('#search input');
  list.replaceChildren();
  const begin = performance.now();
  new MutationObserver((_, observer) => {
    if (list.childElementCount === 0) return;
    observer.disconnect();
    document.querySelector('#search').close();
    resolve(performance.now() - begin);
  }).observe(list, { childList: true });
  document.querySelector('#search-open').click();
  input.value = 'balance';
  input.dispatchEvent(new Event('input'));
})`;
