import MiniSearch from 'minisearch';
import type { SearchEntry } from '../src/search/entry.ts';

const shown = 20;
/** The way to the root of the site. */
const root = document.documentElement.dataset.root ?? '';
const dialog = document.querySelector<HTMLDialogElement>('#search');
const input = dialog?.querySelector('input');
const list = document.querySelector('#search-results');
const status = document.querySelector('#search-status');
let index: MiniSearch<SearchEntry> | undefined;
let current = 0;

/** Opens the search. The first time, a script loads the index, since pages from file:// may not fetch. */
export function openSearch(): void {
  if (dialog === null || dialog.open) return;
  dialog.showModal();
  input?.select();
  if (index !== undefined) return;
  const script = document.createElement('script');
  script.src = `${root}search-index.js`;
  script.addEventListener('load', () => {
    index = build();
    show();
  });
  document.head.append(script);
}

function build(): MiniSearch<SearchEntry> {
  const entries: unknown = Reflect.get(globalThis, 'cascadeSearch');
  const made = new MiniSearch<SearchEntry>({
    idField: 'url',
    fields: ['name', 'text'],
    storeFields: ['name', 'kind', 'text', 'url'],
    tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).flatMap(wordAndParts),
    searchOptions: { boost: { name: 4 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  if (Array.isArray(entries)) made.addAll(entries);
  return made;
}

/** Indexes `requestId` also as `request` and `Id`. */
function wordAndParts(word: string): string[] {
  const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})/u);
  return parts.length > 1 ? [word, ...parts] : [word];
}

function show(): void {
  const query = input?.value.trim() ?? '';
  const exact = (name: unknown) => Number(name === query || name === `§${query}`);
  const found = query === '' ? [] : (index?.search(query) ?? []);
  const results = found.toSorted((a, b) => exact(b.name) - exact(a.name)).slice(0, shown);
  current = 0;
  list?.replaceChildren(
    ...results.map(({ name, kind, text, url }, at) => item(at, { name, kind, text, url })),
  );
  if (status !== null && status !== undefined)
    status.textContent = query === '' ? '↑ ↓ to choose, Enter to go, Esc to close' : `${found.length} found`;
  mark();
}

function item(at: number, { name, kind, text, url }: Record<keyof SearchEntry, unknown>): HTMLLIElement {
  const line = document.createElement('li');
  line.id = `result-${at}`;
  line.setAttribute('role', 'option');
  const link = document.createElement('a');
  link.href = `${root}${String(url)}`;
  link.tabIndex = -1;
  const parts = [
    ['b', name],
    ['small', kind],
    ['span', text],
  ] as const;
  link.append(
    ...parts.map(([tag, value]) => {
      const element = document.createElement(tag);
      element.textContent = String(value);
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
