import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConsoleMessage, Page, Request } from 'playwright-core';
import { violationsInBothSchemes } from './axe.ts';

/** An element that the Tab key reaches. */
interface TabStop {
  /** The beginning of its markup, to identify it in a failed test. */
  readonly element: string;
  readonly name: string;
  /** Whether the focus is visible. */
  readonly isMarked: boolean;
}

/** Holds Tab down for `presses` from the top of a page, and returns the elements reached, each once. */
async function tabStops(page: Page, presses: number): Promise<readonly TabStop[]> {
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

/** A text that a reader sees. */
interface VisibleText {
  readonly text: string;
  /** Whether it is set as code. */
  readonly isCode: boolean;
}

/**
 * Each text that is visible on the open page while assumptions are hidden, with everything unfolded and
 * every tab chosen.
 */
async function documentedTexts(page: Page): Promise<readonly VisibleText[]> {
  return page.evaluate(`(() => {
    const root = document.documentElement;
    const folded = [...document.querySelectorAll('details:not([open])')];
    const tabs = [...document.querySelectorAll('.tab[hidden]')];
    root.classList.add('hide-assumed');
    // On a phone both lists are folded, too.
    const lists = new CSSStyleSheet();
    lists.replaceSync('.pages, .toc { display: block !important }');
    document.adoptedStyleSheets = [lists];
    for (const one of folded) one.open = true;
    for (const one of tabs) one.hidden = false;
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, data } = walker.currentNode;
      if (data.trim() === '' || parentElement.closest('script, style, noscript, textarea') || !parentElement.checkVisibility()) continue;
      const code = parentElement.closest('code');
      texts.push({ text: code?.textContent ?? data, isCode: code !== null });
    }
    root.classList.remove('hide-assumed');
    document.adoptedStyleSheets = [];
    for (const one of folded) one.open = false;
    for (const one of tabs) one.hidden = true;
    return texts;
  })()`);
}

const phone = { width: 390, height: 844 };
const tablet = { width: 820, height: 1180 };
const desk = { width: 1280, height: 900 };
const screens = { desk, tablet, phone };

/** What one visit of a page shows. */
export interface Visit {
  readonly name: string;
  readonly title: string;
  /** Requests to other hosts. */
  readonly outside: readonly string[];
  /** Errors in the console. */
  readonly faults: readonly string[];
  /** Pixels by which the page is too wide for a phone. */
  readonly excess: number;
  /** What is visible while assumptions are hidden. */
  readonly documented: readonly VisibleText[];
}

/** What a larger screen, axe and the keyboard find on a page whose markup is ours. */
export interface Use {
  readonly name: string;
  /** Pixels by which the page is too wide for a tablet. */
  readonly excess: number;
  readonly violations: readonly string[];
  readonly stops: readonly TabStop[];
}

/** How a page is visited. */
interface Place {
  /** The folder of the site. */
  readonly folder: string;
  /** The folder for screenshots; none are taken if absent. */
  readonly screenshots?: string;
}

/**
 * Opens a page offline and collects what the tests need: all in one visit, since loading takes most of the
 * time.
 */
export async function visit(page: Page, name: string, { folder, screenshots }: Place): Promise<Visit> {
  const { outside, faults, stop } = record(page);
  await page.goto(pathToFileURL(join(folder, name)).href, { waitUntil: 'load' });
  // Redoc writes its heading later.
  if (!(await page.evaluate(hasHeading))) await page.locator('h1').first().waitFor();
  const base = screenshots && join(screenshots, name.replace('.html', '').replaceAll('/', '-'));
  if (base !== undefined) await takePictures(page, base);
  const excess = await pixelsTooWide(page);
  const documented = await documentedTexts(page);
  stop();
  return { name, title: await page.title(), outside, faults, excess, documented };
}

const hasHeading = `document.querySelector('h1')?.checkVisibility() ?? false`;

/** A tab is made for a phone, in light, before its first visit; it is again after each larger screen. */
export async function becomePhone(page: Page): Promise<void> {
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'light' });
}

function pixelsTooWide(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/**
 * Tries the open page on larger screens, by axe, as a whole or without repetitions, and by keyboard; rejects
 * if the skip link leads nowhere.
 */
export async function use(page: Page, name: string, isWhole: boolean): Promise<Use> {
  await page.setViewportSize(tablet);
  const excess = await pixelsTooWide(page);
  await page.setViewportSize(desk);
  const stops = await tabStops(page, 30);
  if (stops[0]?.name.startsWith('Skip to')) {
    await page.getByRole('link', { name: stops[0].name }).focus();
    await page.keyboard.press('Enter');
    // The browser reports the new address after the key press has returned.
    await page.waitForURL(({ hash }) => hash === '#main');
  }
  const violations = await violationsInBothSchemes(page, isWhole);
  await becomePhone(page);
  return { name, excess, violations, stops };
}

/** Records a page's requests to other hosts and its errors until `stop` is called. */
function record(page: Page) {
  const outside: string[] = [];
  const faults: string[] = [];
  const onRequest = (request: Request) => {
    if (!/^(?:file|data|blob):/.test(request.url())) outside.push(request.url());
  };
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') faults.push(message.text());
  };
  const onError = ({ message }: Error) => faults.push(message);
  page.on('request', onRequest).on('console', onConsole).on('pageerror', onError);
  const stop = () => page.off('request', onRequest).off('console', onConsole).off('pageerror', onError);
  return { outside, faults, stop };
}

async function takePictures(page: Page, base: string): Promise<void> {
  for (const [screen, size] of Object.entries(screens)) {
    await page.setViewportSize(size);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${base}-${screen}-${colorScheme}.png`, fullPage: true });
    }
  }
  await becomePhone(page);
}
