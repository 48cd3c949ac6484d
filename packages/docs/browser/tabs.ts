import { remember, remembered } from './remember.ts';

/** The label chosen last, e.g. a language. */
const key = 'cascade.tab';

/** Makes the tabs of the page work. */
export function listenToTabs(): void {
  addEventListener('click', ({ target }) => {
    if (target instanceof HTMLElement && target.matches('[role=tab]')) chooseBy(target);
  });
  addEventListener('keydown', moveByArrows);
}

/** Shows the form that the reader chose last. */
export function showLastTab(): void {
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
