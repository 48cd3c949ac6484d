import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Accessibility violations found by axe: one line for each rule and element. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(source);
  return run(page, 'document', {});
}

/**
 * Violations in light and in dark, each with its scheme. All rules run in light, those about colours in both,
 * since nothing else differs. Text of the same markup and style is judged three times at most, and so are
 * rows, list items and the words of highlighted code, unless `isWhole`: the rest is taken out of the page. On
 * the longest pages axe would otherwise take most of the time of all tests.
 */
export async function violationsInBothSchemes(page: Page, isWhole = false): Promise<readonly string[]> {
  await page.evaluate(source);
  await page.emulateMedia({ colorScheme: 'light' });
  if (!isWhole) await page.evaluate(withoutRepetitions);
  const found = await run(page, 'document', { rules: rulesWithoutColours });
  const colours = await violationsOfColours(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...found.map((one) => `light: ${one}`), ...colours, ...(await violationsOfColours(page, 'dark'))];
}

const rulesOfColours = ['color-contrast', 'link-in-text-block'];
const rulesWithoutColours = Object.fromEntries(rulesOfColours.map((rule) => [rule, { enabled: false }]));

async function violationsOfColours(page: Page, scheme: string): Promise<readonly string[]> {
  const found = await run(page, `{ include: ${samplesOfText} }`, { runOnly: rulesOfColours });
  return found.map((one) => `${scheme}: ${one}`);
}

/** Runs axe in the page, on what the expression `context` evaluates to. */
function run(page: Page, context: string, options: object): Promise<readonly string[]> {
  const settings = JSON.stringify({ ...options, resultTypes: ['violations'], preload: false });
  return page.evaluate(`axe.run(${context}, ${settings}).then(({ violations }) => violations.flatMap(
    ({ id, help, nodes }) => nodes.map(({ target, html }) =>
      id + ' (' + help + '): ' + target.join(' ') + ' ' + html.slice(0, 120))))`);
}

/**
 * The visible elements with text of their own, three of each kind. Elements are of one kind if tags, classes,
 * colours and fonts are the same from the element up to the root. Runs in the page.
 */
const samplesOfText = `(() => {
  const numbers = new Map([['', 0]]);
  const kinds = new Map([[null, 0]]);
  const kindOf = (element) => {
    const known = kinds.get(element);
    if (known !== undefined) return known;
    const style = getComputedStyle(element);
    const key = [kindOf(element.parentElement), element.tagName, element.className, element.disabled,
      style.color, style.backgroundColor, style.backgroundImage, style.opacity,
      style.fontSize, style.fontWeight, style.textDecorationLine, style.textShadow].join('|');
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    kinds.set(element, numbers.get(key));
    return numbers.get(key);
  };
  const hasText = (element) =>
    element.tagName === 'INPUT' || element.tagName === 'SELECT' || element.tagName === 'TEXTAREA' ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
  const samples = new Map();
  for (const element of document.body.querySelectorAll('*')) {
    if (!hasText(element) || !element.checkVisibility()) continue;
    const kind = kindOf(element);
    samples.set(kind, [...(samples.get(kind) ?? []), element].slice(0, 3));
  }
  return [...samples.values()].flat();
})()`;

/**
 * Takes out of the page each row and list item that has nothing but kinds of elements of which three have
 * come before, and turns such words of highlighted code into plain text. Elements are of one kind if tag,
 * classes, role, names of the attributes, and whether there is text, are the same from the element up to the
 * root.
 */
const withoutRepetitions = `(() => {
  const numbers = new Map();
  const counts = new Map();
  const kindIn = (parent, element) => {
    const key = [parent, element.tagName, element.className, element.getAttribute('role'),
      element.getAttributeNames().toSorted(), element.textContent.trim() === ''].join('|');
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    return numbers.get(key);
  };
  const kindsIn = (parent, element) => {
    const kind = kindIn(parent, element);
    return [kind, ...[...element.children].flatMap((child) => kindsIn(kind, child))];
  };
  const isRepeated = (parent, element) => kindsIn(parent, element).every((kind) => counts.get(kind) >= 3);
  const walk = (parent, element) => {
    const kind = kindIn(parent, element);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    for (const child of [...element.children]) {
      if (child.matches('tr, li') && isRepeated(kind, child)) child.remove();
      else if (child.matches('code span:not(:has(*))') && isRepeated(kind, child)) child.replaceWith(child.textContent);
      else walk(kind, child);
    }
  };
  walk(0, document.body);
})()`;
