import type { ConsoleSettings } from '../src/console/page-protocol.ts';
import { sampleServers, withRunningServers } from '../src/samples/servers.ts';
import { loadScript } from './load-script.ts';
import { showPlace } from './place.ts';
import { showResponses } from './responses.ts';

/**
 * Stores a choice if the browser allows it: pages from file:// may not, and the choice lasts until the page
 * is left.
 */
function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing depends on it.
  }
}

/** A stored choice, if there is one. */
function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Makes the copy buttons of pages work, also of code that is written later. */
function listenToCopyButtons(): void {
  addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement) || !target.matches('.copy')) return;
    const figure = target.closest<HTMLElement>('figure.code');
    if (figure !== null) void copy(figure, target);
  });
}

/** Shows the lines that a button in a code block stands for. */
function listenToFolds(): void {
  addEventListener('click', ({ target }) => {
    if (target instanceof HTMLElement && target.matches('.unfold')) unfold(target);
  });
}

function unfold(button: HTMLElement): void {
  button.nextElementSibling?.removeAttribute('hidden');
  button.remove();
}

async function copy(figure: HTMLElement, button: HTMLButtonElement): Promise<void> {
  // What is copied is whole, and is shown.
  for (const button of figure.querySelectorAll<HTMLElement>('.unfold')) unfold(button);
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not copied.
  const shown = figure.querySelector('pre')?.innerText ?? '';
  const { requestId } = figure.dataset;
  const isOnce = requestId !== undefined && !isSentAgain(figure, requestId);
  const text = isOnce ? shown.replaceAll(requestId, crypto.randomUUID()) : shown;
  try {
    await navigator.clipboard.writeText(text);
    button.ariaLabel = 'Copied';
  } catch {
    // Pages from file:// may not write to the clipboard: the text is selected instead.
    getSelection()?.selectAllChildren(figure.querySelector('code') ?? figure);
    button.ariaLabel = 'Selected';
  }
  setTimeout(() => {
    button.ariaLabel = 'Copy';
  }, 2_000);
}

/** Whether another step of the page sends the same id, so that both copies must have it; tabs are one step. */
function isSentAgain(figure: HTMLElement, requestId: string): boolean {
  const tabs = figure.closest('.tabs');
  return samples().some(
    (other) =>
      other !== figure &&
      other.dataset.requestId === requestId &&
      (tabs === null || other.closest('.tabs') !== tabs),
  );
}

function samples(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main figure[data-request-id]')];
}

/** Copies the Markdown of the page, or opens it where the browser does not allow that. */
function listenToPageButton(): void {
  addEventListener('click', async ({ target }) => {
    if (!(target instanceof HTMLButtonElement) || !target.matches('.copy-page')) return;
    const { markdown = '' } = target.dataset;
    try {
      // Some browsers let only what is called at once write to the clipboard: the text may come later.
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': readMarkdown(markdown) })]);
    } catch {
      location.assign(markdown);
      return;
    }
    const says = target.textContent;
    target.textContent = 'Copied';
    setTimeout(() => {
      target.textContent = says;
    }, 2_000);
  });
}

async function readMarkdown(file: string): Promise<Blob> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return new Blob([await response.text()], { type: 'text/plain' });
}

/** Gives each request of the samples of the page a new id, also where the page shows its answer. */
function renewSamples(): void {
  const renewed = new Map<string, string>();
  for (const figure of samples()) {
    const { requestId = '' } = figure.dataset;
    if (figure.closest('.story') !== null) continue;
    const id = renewed.get(requestId) ?? crypto.randomUUID();
    renewed.set(requestId, id);
    figure.dataset.requestId = id;
  }
  for (const code of document.querySelectorAll('main figure code')) {
    if (code.closest('.story') !== null) continue;
    for (const [before, id] of renewed)
      if (code.innerHTML.includes(before)) code.innerHTML = code.innerHTML.replaceAll(before, id);
  }
}

/** The code of each example of the page in each language, which a script beside the page brings. */
interface Samples {
  /** The request id in them. */
  readonly id: string;
  readonly code: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

declare global {
  var cascadeSamples: Samples | undefined;
}

/** Shows the chosen example beside the text; a contentType in the text chooses the first with it. */
function listenToExamples(): void {
  const choice = document.querySelector<HTMLSelectElement>('#example');
  if (choice === null) return;
  choice.addEventListener('change', () => void showExample(choice));
  addEventListener('click', (event) => {
    const { target } = event;
    const link = target instanceof Element ? target.closest<HTMLElement>('a[data-example]') : null;
    if (link === null) return;
    // Where the sample is beside the text the reader stays there; elsewhere the link leads to the example.
    if (matchMedia('(min-width: 78rem)').matches) event.preventDefault();
    choice.value = link.dataset.example ?? '';
    void showExample(choice);
  });
}

async function showExample(choice: HTMLSelectElement): Promise<void> {
  if (globalThis.cascadeSamples === undefined) await loadScript(choice.dataset.samples ?? '');
  const { id = '', code } = globalThis.cascadeSamples ?? {};
  for (const panel of document.querySelectorAll<HTMLElement>('.beside [role=tabpanel]')) {
    const figure = panel.querySelector<HTMLElement>('figure.code');
    const shown = code?.[choice.value]?.[panel.ariaLabel ?? ''];
    const element = figure?.querySelector('code');
    if (shown === undefined || element === undefined || element === null) continue;
    element.innerHTML = shown.replaceAll(id, figure?.dataset.requestId ?? id);
  }
  nameRunningServers().catch(() => {});
}

let isLoaded = false;

/** Opens the search. Its script, with the index, is loaded when it is first wanted. */
function openSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#search');
  if (dialog === null || dialog.open) return;
  dialog.showModal();
  dialog.querySelector('input')?.select();
  loadSearchScript();
}

/** Loads the script of the search once: it takes over the dialog, and suggests pages where one is missing. */
function loadSearchScript(): void {
  if (isLoaded) return;
  isLoaded = true;
  const root = document.documentElement.dataset.root ?? '';
  // The script asks for its index itself; the browser fetches both at once.
  const index = document.createElement('link');
  index.rel = 'preload';
  index.as = 'script';
  index.href = `${root}search-index.js`;
  document.head.append(index);
  // Without it, the dialog stays empty.
  loadScript(`${root}search.js`).catch(() => {});
}

/** The label chosen last, e.g. a language. */
const key = 'cascade.tab';

/** Makes the tabs of the page work. */
function listenToTabs(): void {
  addEventListener('click', ({ target }) => {
    if (target instanceof HTMLElement && target.matches('[role=tab]')) chooseBy(target);
  });
  addEventListener('keydown', moveByArrows);
}

/** Shows the form that the reader chose last. */
function showLastTab(): void {
  const last = remembered(key);
  if (last !== null) choose(last);
}

/** What the reader looks at stays where it is, although groups above may change their height. */
function chooseBy(tab: HTMLElement): void {
  const before = tab.getBoundingClientRect().top;
  const label = tab.textContent ?? '';
  choose(label);
  remember(key, label);
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
}

function moveByArrows(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement) || !event.target.matches('[role=tab]'))
    return;
  event.preventDefault();
  const tabs = tabsOf(event.target.parentElement).filter((tab) => tab.checkVisibility());
  const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
  next?.click();
  next?.focus();
}

/** Shows a form in every group that has it. */
function choose(label: string): void {
  for (const group of document.querySelectorAll<HTMLElement>('.tabs')) {
    const tabs = tabsOf(group.querySelector('[role=tablist]'));
    if (!tabs.some(({ textContent }) => textContent === label)) continue;
    for (const tab of tabs) {
      const isChosen = tab.textContent === label;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
    for (const panel of group.querySelectorAll<HTMLElement>('[role=tabpanel]'))
      panel.hidden = panel.getAttribute('aria-label') !== label;
  }
}

const tabsOf = (list: Element | null) => [...(list?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];

/** Names the servers that run in the samples of the page, if the docs server that serves it knows them. */
async function nameRunningServers(): Promise<void> {
  const codes = [...document.querySelectorAll('main code')].filter(({ textContent }) =>
    Object.values(sampleServers).some((url) => textContent?.includes(url)),
  );
  // The docs server has targets on loopback only.
  if (codes.length === 0 || !/^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(location.href)) return;
  const response = await fetch(`${document.documentElement.dataset.root ?? ''}console/targets.json`);
  if (!response.ok) return;
  const { targets }: ConsoleSettings = await response.json();
  for (const code of codes) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      const text = currentNode.textContent ?? '';
      const named = withRunningServers(text, targets);
      if (named !== text) currentNode.textContent = named;
    }
  }
}

const root = document.documentElement;

function isDark(): boolean {
  if (root.classList.contains('dark')) return true;
  return !root.classList.contains('light') && matchMedia('(prefers-color-scheme: dark)').matches;
}

function showState(): void {
  const theme = document.querySelector('#theme-switch');
  const other = isDark() ? 'Light theme' : 'Dark theme';
  theme?.setAttribute('aria-label', other);
  theme?.setAttribute('title', other);
  const hidden = root.classList.contains('hide-assumed');
  document.querySelector('#assumed-switch')?.setAttribute('aria-pressed', String(hidden));
}

document.querySelector('#theme-switch')?.addEventListener('click', () => {
  const wanted = isDark() ? 'light' : 'dark';
  root.classList.remove('dark', 'light');
  root.classList.add(wanted);
  remember('redoc.colorMode', wanted);
  showState();
});

function switchAssumed(): void {
  const hidden = root.classList.toggle('hide-assumed');
  remember('cascade.assumed', hidden ? 'hidden' : 'shown');
  showState();
}

/** Opens what a link leads into: a field or an error that is folded. */
function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  if (target === null) return;
  for (let at: Element | null = target; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
  // A field is an entry that holds what unfolds.
  const own = target.querySelector(':scope > details');
  if (own instanceof HTMLDetailsElement && target.matches('.member')) own.open = true;
  target.scrollIntoView();
}

addEventListener('hashchange', openTarget);

const assumedSwitch = document.querySelector<HTMLElement>('#assumed-switch');
assumedSwitch?.addEventListener('click', switchAssumed);
document.querySelector('.assumed-show')?.addEventListener('click', () => {
  switchAssumed();
  assumedSwitch?.focus(); // The button that was clicked is hidden now.
});

document.querySelector('#search-open')?.addEventListener('click', openSearch);
// Before the listeners of Redoc, which has a search of its own.
addEventListener(
  'keydown',
  (event) => {
    const typing =
      event.target instanceof HTMLElement &&
      event.target.closest('input, textarea, select, [contenteditable]');
    const wanted = (event.key === '/' && !typing) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!wanted || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    openSearch();
  },
  { capture: true },
);

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showState);
showState();
listenToTabs();
listenToCopyButtons();
listenToFolds();
listenToPageButton();
performance.mark('usable');

// What follows needs the content, which the browser has not read yet.
addEventListener('DOMContentLoaded', () => {
  showLastTab();
  renewSamples();
  listenToExamples();
  showResponses();
  showPlace();
  openTarget();
  if (location.hash === '#search') openSearch();
  if (document.querySelector('#closest') !== null) loadSearchScript();
  // A page whose server is gone keeps the addresses that it has.
  nameRunningServers().catch(() => {});
});
