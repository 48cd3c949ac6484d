import type { SearchEntry } from '../src/search/entry.ts';
import { addressOf, find, loadSearch } from './search-index.ts';

/** Lists, on the page that servers answer for a missing address, the pages whose names are closest to it. */
export async function suggestPages(): Promise<void> {
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

function itemFor(entry: SearchEntry): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = addressOf(entry);
  link.textContent = entry.name;
  item.append(link, ` ${entry.kind}`);
  return item;
}
