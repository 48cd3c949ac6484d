import type { SearchEntry } from '../src/search/entry.ts';
import type { SearchEngine } from '../src/search/search-engine.ts';
import { addressOf, find, loadSearch } from './search-index.ts';

const shown = 20;
const dialog = document.querySelector<HTMLDialogElement>('#search');
const input = dialog?.querySelector('input');
const list = document.querySelector('#search-results');
const status = document.querySelector('#search-status');
let engine: SearchEngine | undefined;
let current = 0;

/** Loads the index, then answers what the reader has typed. */
export function startSearch(): void {
  void loadSearch().then(begin, say);
}

function begin(loaded: SearchEngine): void {
  engine = loaded;
  show();
}

function say(error: unknown): void {
  if (status !== null) status.textContent = error instanceof Error ? error.message : String(error);
}

function show(): void {
  const query = input?.value.trim() ?? '';
  const found = engine === undefined ? [] : find(engine, query);
  const results = found.slice(0, shown);
  current = 0;
  list?.replaceChildren(...results.map((entry, at) => item(at, entry)));
  if (status !== null)
    status.textContent = query === '' ? '↑ ↓ to choose, Enter to go, Esc to close' : `${found.length} found`;
  mark();
}

function item(at: number, entry: SearchEntry): HTMLLIElement {
  const line = document.createElement('li');
  line.id = `result-${at}`;
  line.setAttribute('role', 'option');
  const link = document.createElement('a');
  link.href = addressOf(entry);
  link.tabIndex = -1;
  const parts = [
    ['b', entry.name],
    ['small', entry.kind],
    ['span', entry.text],
  ] as const;
  link.append(
    ...parts.map(([tag, value]) => {
      const element = document.createElement(tag);
      element.textContent = value;
      return element;
    }),
  );
  link.addEventListener('click', () => dialog?.close());
  line.append(link);
  return line;
}

function mark(): void {
  for (const [at, line] of [...(list?.children ?? [])].entries()) {
    line.setAttribute('aria-selected', String(at === current));
    if (at === current) line.scrollIntoView({ block: 'nearest' });
  }
  if (list?.children.length) input?.setAttribute('aria-activedescendant', `result-${current}`);
  else input?.removeAttribute('aria-activedescendant');
}

input?.addEventListener('input', show);
input?.addEventListener('keydown', (event) => {
  const count = list?.children.length ?? 0;
  if (event.key === 'Enter') list?.children[current]?.querySelector('a')?.click();
  // Otherwise a search field uses the first Escape to clear itself.
  if (event.key === 'Escape') dialog?.close();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || count === 0) return;
  event.preventDefault();
  current = (current + step + count) % count;
  mark();
});
