import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Accessibility violations found by axe: one line for each rule and element. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run().then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html }) => id + ' (' + help + '): ' + target.join(' ') + ' ' + html.slice(0, 120))))`);
}
