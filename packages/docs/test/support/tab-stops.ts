import type { Page } from 'playwright-core';

/** An element that the Tab key reaches. */
export interface TabStop {
  /** The beginning of its markup, to identify it in a failed test. */
  readonly element: string;
  readonly name: string;
  /** Whether the focus is visible. */
  readonly isMarked: boolean;
}

/** Holds Tab down for `presses` from the top of a page, and returns the elements reached, each once. */
export async function tabStops(page: Page, presses: number): Promise<readonly TabStop[]> {
  await page.evaluate(recordFocus);
  // Not one by one: each answer waits for a frame.
  await Promise.all(Array.from({ length: presses }, () => page.keyboard.down('Tab')));
  await page.keyboard.up('Tab');
  return page.evaluate('[...tabStops.values()]');
}

/** Runs in the page. */
const recordFocus = `
globalThis.tabStops = new Map();
document.addEventListener('focusin', ({ target }) => {
  if (tabStops.has(target)) return;
  const { outlineStyle, outlineWidth } = getComputedStyle(target);
  const box = target.getBoundingClientRect();
  tabStops.set(target, {
    element: target.outerHTML.slice(0, 80),
    name: target.getAttribute('aria-label') ?? target.textContent.trim(),
    isMarked: outlineStyle !== 'none' && outlineWidth !== '0px' && box.width > 0 && box.right > 0,
  });
});`;
