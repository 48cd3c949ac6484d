import { remember, remembered } from './remember.ts';

/** The label chosen last, e.g. a language. */
const key = 'cascade.tab';

/** Turns forms below each other into tabs (ARIA's pattern, chosen by arrow keys, too). */
export function makeTabs(): void {
  for (const [at, group] of [...document.querySelectorAll<HTMLElement>('.tabs')].entries())
    makeGroup(group, at);
  const last = remembered(key);
  if (last !== null) choose(last);
}

function makeGroup(group: HTMLElement, at: number): void {
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Form');
  const panels = [...group.querySelectorAll<HTMLElement>(':scope > .tab')];
  for (const panel of panels) list.append(buttonOf(panel, `tabs-${at}-${panels.indexOf(panel)}`));
  list.addEventListener('keydown', moveByArrows);
  group.prepend(list);
  group.classList.add('ready');
  show(group, panels[0]?.dataset.label ?? '');
}

function buttonOf(panel: HTMLElement, id: string): HTMLButtonElement {
  const label = panel.dataset.label ?? '';
  const button = document.createElement('button');
  button.type = 'button';
  button.id = id;
  button.textContent = label;
  button.dataset.label = label;
  button.setAttribute('role', 'tab');
  panel.id = `${id}-panel`;
  panel.setAttribute('role', 'tabpanel');
  panel.setAttribute('aria-labelledby', id);
  button.setAttribute('aria-controls', panel.id);
  button.addEventListener('click', () => {
    // What the reader looks at stays where it is, although groups above may change their height.
    const before = button.getBoundingClientRect().top;
    choose(label);
    remember(key, label);
    scrollBy({ top: button.getBoundingClientRect().top - before, behavior: 'instant' });
  });
  return button;
}

function moveByArrows(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const buttons = [...(event.target.parentElement?.querySelectorAll('button') ?? [])];
  const at = buttons.indexOf(event.target);
  const next = buttons[(at + step + buttons.length) % buttons.length];
  next?.click();
  next?.focus();
}

/** Shows a form in every group that has it. */
function choose(label: string): void {
  for (const group of document.querySelectorAll<HTMLElement>('.tabs.ready'))
    if (group.querySelector(`:scope > .tab[data-label="${CSS.escape(label)}"]`) !== null) show(group, label);
}

function show(group: HTMLElement, label: string): void {
  for (const panel of group.querySelectorAll<HTMLElement>(':scope > .tab'))
    panel.hidden = panel.dataset.label !== label;
  for (const button of group.querySelectorAll<HTMLElement>(':scope > [role=tablist] > button')) {
    const isChosen = button.dataset.label === label;
    button.setAttribute('aria-selected', String(isChosen));
    button.tabIndex = isChosen ? 0 : -1;
  }
}
