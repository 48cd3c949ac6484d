import { type PackedEntry, type SearchEntry, unpackEntries } from '../src/search/entry.ts';
import { type SearchEngine, searchEngine } from '../src/search/search-engine.ts';

const shown = 20;
/** The way to the root of the site. */
const root = document.documentElement.dataset.root ?? '';
const dialog = document.querySelector<HTMLDialogElement>('#search');
const input = dialog?.querySelector('input');
const list = document.querySelector('#search-results');
const status = document.querySelector('#search-status');
let engine: SearchEngine | undefined;
let current = 0;

/** Opens the search. The first time, a script loads the index, since pages from file:// may not fetch. */
export function openSearch(): void {
  if (dialog === null || dialog.open) return;
  dialog.showModal();
  input?.select();
  if (engine !== undefined) return;
  const script = document.createElement('script');
  script.src = `${root}search-index.js`;
  script.addEventListener('load', () => {
    engine = searchEngine(loadedEntries());
    show();
  });
  document.head.append(script);
}

/** What the script of the index has left behind. */
function loadedEntries(): SearchEntry[] {
  const packed: unknown = Reflect.get(globalThis, 'cascadeSearch');
  return Array.isArray(packed) ? unpackEntries(packed as readonly PackedEntry[]) : [];
}

function show(): void {
  const query = input?.value.trim() ?? '';
  const isHidden = document.documentElement.classList.contains('hide-assumed');
  const found = (engine?.search(query) ?? []).filter(({ isAssumed }) => !(isHidden && isAssumed));
  const results = found.slice(0, shown);
  current = 0;
  list?.replaceChildren(...results.map((entry, at) => item(at, entry)));
  if (status !== null && status !== undefined)
    status.textContent = query === '' ? '↑ ↓ to choose, Enter to go, Esc to close' : `${found.length} found`;
  mark();
}

function item(at: number, { name, kind, text, url }: SearchEntry): HTMLLIElement {
  const line = document.createElement('li');
  line.id = `result-${at}`;
  line.setAttribute('role', 'option');
  const link = document.createElement('a');
  link.href = `${root}${url}`;
  link.tabIndex = -1;
  const parts = [
    ['b', name],
    ['small', kind],
    ['span', text],
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
