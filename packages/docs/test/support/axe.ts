import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Accessibility violations found by axe: one line for each rule and element. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(source);
  return run(page, 'document', {});
}

/**
 * Violations in light and in dark, each with its scheme. All rules run in light, those about colours in both, since
 * nothing else differs. Text of the same markup and style is judged three times at most, on whatever pages, and so are the
 * rows, list items and words of highlighted code of one page, unless `isWhole`: the rest is taken out of the page. On the
 * longest pages axe would otherwise take most of the time of all tests.
 */
export async function violationsInBothSchemes(page: Page, isWhole = false): Promise<readonly string[]> {
  await page.evaluate(source);
  await page.emulateMedia({ colorScheme: 'light' });
  if (!isWhole) await page.evaluate(withoutRepetitions);
  const found = await run(page, 'document', { rules: rulesWithoutColours });
  const colours = await violationsOfColours(page, 'light', isWhole);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violationsOfColours(page, 'dark', isWhole);
  return [...found.map((one) => `light: ${one}`), ...colours, ...dark];
}

const rulesOfColours = ['color-contrast', 'link-in-text-block'];
const rulesWithoutColours = Object.fromEntries(rulesOfColours.map((rule) => [rule, { enabled: false }]));

/** How often text of each kind was judged, on all pages that this process has visited. */
const judged = new Map<string, number>();
const mostOfKind = 3;

async function violationsOfColours(page: Page, scheme: string, isWhole: boolean): Promise<readonly string[]> {
  const known = isWhole ? {} : Object.fromEntries(judged);
  const kinds: readonly string[] = await page.evaluate(`(${chooseTexts})(${JSON.stringify(known)})`);
  for (const kind of kinds) judged.set(kind, (judged.get(kind) ?? 0) + 1);
  if (kinds.length === 0) return [];
  const found = await run(page, '{ include: texts }', { runOnly: rulesOfColours });
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
 * Keeps in `texts` the visible elements with text of their own, as many of each kind as were not judged before, and
 * returns their kinds. Elements are of one kind if tags, classes, colours and fonts are the same from the element up to the
 * root; the kind is a hash of these, the same on every page. Runs in the page.
 */
const chooseTexts = `(judged) => {
  const hashOf = (text) => {
    let [one, two] = [1, 2];
    for (let at = 0; at < text.length; at += 1) {
      one = Math.imul(one ^ text.charCodeAt(at), 2654435761);
      two = Math.imul(two ^ text.charCodeAt(at), 1597334677);
    }
    return (one >>> 0).toString(36) + (two >>> 0).toString(36);
  };
  const kinds = new Map([[null, '']]);
  const kindOf = (element) => {
    const known = kinds.get(element);
    if (known !== undefined) return known;
    const style = getComputedStyle(element);
    const kind = hashOf([kindOf(element.parentElement), element.tagName, element.className, element.disabled,
      style.color, style.backgroundColor, style.backgroundImage, style.opacity,
      style.fontSize, style.fontWeight, style.textDecorationLine, style.textShadow].join('|'));
    kinds.set(element, kind);
    return kind;
  };
  const hasText = (element) =>
    element.tagName === 'INPUT' || element.tagName === 'SELECT' || element.tagName === 'TEXTAREA' ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
  const chosen = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (!hasText(element) || !element.checkVisibility()) continue;
    const kind = kindOf(element);
    if ((judged[kind] ?? 0) >= ${mostOfKind}) continue;
    judged[kind] = (judged[kind] ?? 0) + 1;
    chosen.push([kind, element]);
  }
  globalThis.texts = chosen.map(([, element]) => element);
  return chosen.map(([kind]) => kind);
}`;

/**
 * Takes out of the page each row and list item that has nothing but kinds of elements of which three have come before,
 * and turns such words of highlighted code into plain text. Elements are of one kind if tag, classes, role, names of the
 * attributes, and whether there is text, are the same from the element up to the root.
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
