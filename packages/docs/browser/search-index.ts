import { type PackedEntry, type SearchEntry, unpackEntries } from '../src/search/entry.ts';
import { type SearchEngine, searchEngine } from '../src/search/search-engine.ts';

/** The way to the root of the site. */
const root = document.documentElement.dataset.root ?? '';
let loading: Promise<SearchEngine> | undefined;

/** The search, when its index has arrived. A script loads it, since pages from file:// may not fetch. */
export function loadSearch(): Promise<SearchEngine> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${root}search-index.js`;
    script.addEventListener('load', () => resolve(searchEngine(loadedEntries())));
    script.addEventListener('error', () => reject(new Error('The index of the search did not load.')));
    document.head.append(script);
  });
  return loading;
}

/** What a query finds; what is assumed is left out if the reader has chosen so. */
export function find(engine: SearchEngine, query: string): readonly SearchEntry[] {
  const isHidden = document.documentElement.classList.contains('hide-assumed');
  return engine.search(query).filter(({ isAssumed }) => !(isHidden && isAssumed));
}

/** Where an entry leads from this page. */
export function addressOf({ url }: SearchEntry): string {
  return root + url;
}

/** What the script of the index has left behind. */
function loadedEntries(): SearchEntry[] {
  const packed: unknown = Reflect.get(globalThis, 'cascadeSearch');
  return Array.isArray(packed) ? unpackEntries(packed as readonly PackedEntry[]) : [];
}
