import { type SearchEngine, type SearchEntry, searchEngine } from '../src/search/search-engine.ts';

declare global {
  /** What the script of the index leaves behind. */
  var cascadeSearch: readonly SearchEntry[] | undefined;
}

/** The way to the root of the site. */
const root = document.documentElement.dataset.root ?? '';
let loading: Promise<SearchEngine> | undefined;

/** The search, when its index has arrived. A script loads it, since pages from file:// may not fetch. */
function loadSearch(): Promise<SearchEngine> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${root}search-index.js`;
    script.addEventListener('load', () => resolve(searchEngine(globalThis.cascadeSearch ?? [])));
    script.addEventListener('error', () => reject(new Error('The index of the search did not load.')));
    document.head.append(script);
  });
  return loading;
}

/** What a query finds; what is assumed is left out if the reader has chosen so. */
function find(engine: SearchEngine, query: string): readonly SearchEntry[] {
  const isHidden = document.documentElement.classList.contains('hide-assumed');
  return engine.search(query).filter(({ isAssumed }) => !(isHidden && isAssumed));
}

/** A link from this page to an address below the root of the site. */
function linkTo(url: string, ...content: readonly (string | Node)[]): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = root + url;
  link.append(...content);
  return link;
}

/** Lists, on the page that servers answer for a missing address, the pages whose names are closest to it. */
async function suggestPages(): Promise<void> {
  const place = document.querySelector('#closest');
  const asked = place === null ? '' : askedFor(location.pathname, location.hash);
  if (place === null || asked === '') return;
  const found = find(await loadSearch(), asked).slice(0, 5);
  place.querySelector('ul')?.replaceChildren(...found.map(itemFor));
  place.toggleAttribute('hidden', found.length === 0);
}

/** The words of an address: those after `#`, or else those of its last part. */
function askedFor(path: string, hash: string): string {
  const last = path.split('/').findLast((part) => part !== '') ?? '';
  const name = hash.length > 1 ? hash.slice(1) : last.replace(/\.\w+$/, '');
  try {
    return decodeURIComponent(name).slice(0, 100);
  } catch {
    return '';
  }
}

function itemFor({ url, name, kind }: SearchEntry): HTMLLIElement {
  const item = document.createElement('li');
  item.append(linkTo(url, name), ` ${kind}`);
  return item;
}

const shown = 20;
const dialog = document.querySelector<HTMLDialogElement>('#search');
const input = dialog?.querySelector('input');
const list = document.querySelector('#search-results');
const status = document.querySelector('#search-status');
let engine: SearchEngine | undefined;
let current = 0;

/** Loads the index, then answers what the reader has typed. */
function startSearch(): void {
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
  if (query !== '' && engine !== undefined && found.length === 0) offerPages();
  mark();
}

/** Pages from which everything can be reached, where a search finds nothing. */
function offerPages(): void {
  if (status === null) return;
  const pages = [
    ['catalogue.html', 'Problem codes'],
    ['reference.html', 'Reference'],
    ['guides.html', 'Guides'],
    ['glossary.html', 'Glossary'],
  ] as const;
  const links = pages.map(([file, label]) => linkTo(file, label));
  status.replaceChildren(
    'Nothing found. Look in ',
    ...links.flatMap((link, at) => (at === 0 ? [link] : [', ', link])),
  );
}

function item(at: number, entry: SearchEntry): HTMLLIElement {
  const line = document.createElement('li');
  line.id = `result-${at}`;
  line.setAttribute('role', 'option');
  const parts = [
    ['b', entry.name],
    ['small', entry.kind],
    ['span', entry.text],
  ] as const;
  const elements = parts.map(([tag, value]) => {
    const element = document.createElement(tag);
    element.textContent = value;
    return element;
  });
  const link = linkTo(entry.url, ...elements);
  link.tabIndex = -1;
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

startSearch();
void suggestPages();
