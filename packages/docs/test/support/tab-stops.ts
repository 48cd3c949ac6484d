import type { Page } from 'playwright-core';

/** What the keyboard reaches. */
export interface TabStop {
  /** The element, so that a reader of a failed test finds it. */
  readonly element: string;
  readonly name: string;
  /** Whether it can be seen that it has the focus. */
  readonly isMarked: boolean;
}

/** Presses Tab so many times from the beginning of a page and tells where that leads. */
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
