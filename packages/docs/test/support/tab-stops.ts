import type { Page } from 'playwright-core';

/** An element that the Tab key reaches. */
export interface TabStop {
  /** The beginning of its markup, to identify it in a failed test. */
  readonly element: string;
  readonly name: string;
  /** Whether the focus is visible. */
  readonly isMarked: boolean;
}

/** Presses Tab up to `most` times from the top of a page, and returns the elements reached. */
export async function tabStops(page: Page, most: number): Promise<readonly TabStop[]> {
  const stops: TabStop[] = [];
  while (stops.length < most) {
    await page.keyboard.press('Tab');
    const stop: TabStop | null = await page.evaluate(describeFocus);
    if (stop === null) break;
    stops.push(stop);
  }
  return stops;
}

/** Runs in the page. */
const describeFocus = `(() => {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  const box = focused.getBoundingClientRect();
  return {
    element: focused.outerHTML.slice(0, 80),
    name: focused.getAttribute('aria-label') ?? focused.textContent.trim(),
    isMarked: outlineStyle !== 'none' && outlineWidth !== '0px' && box.width > 0 && box.right > 0,
  };
})()`;
