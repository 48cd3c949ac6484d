import { searchEngine } from '@cascade/docs/search-engine';
import type { SiteForPrograms } from '@cascade/docs/site';
import { readSite } from './read-site.ts';

type Entry = SiteForPrograms['entries'][number];

/** An answer that is longer costs its reader more than it tells: the rest is listed by its headings. */
const longestText = 9_000; // characters
const mostFinds = 8;
const mostMeanings = 3;

/** The texts of the portal, for the tools. */
interface Library extends Pick<SiteForPrograms, 'problems' | 'changes'> {
  explain(name: string): string;
  search(query: string): string;
}

let opened: Promise<Library> | undefined;

/** What looks things up in the texts of the portal. It reads them when it is first asked. */
export function library(): Promise<Library> {
  // Packed, the site is there without waiting.
  opened ??= (async () => open(await readSite()))();
  return opened;
}

function open({ entries, pages, problems, changes }: SiteForPrograms): Library {
  const engine = searchEngine(entries);
  const textOf = (address: string) => readPart(pages, address.replace(/^\//, '').replace('.html', '.md'));
  /** Several pages may have the same anchor: the longest text is taken. */
  const textAbout = ({ url, ...entry }: Entry) => {
    const [, anchor] = url.split('#', 2);
    const texts =
      anchor === undefined ? [] : Object.keys(pages).flatMap((file) => textOf(`${file}#${anchor}`) ?? []);
    const [longest] = texts.toSorted((a, b) => b.length - a.length);
    const text = longest ?? textOf(url) ?? '';
    return text.startsWith('#') ? text : `${lineOf({ url, ...entry })}\n\n${text}`;
  };
  const list = (found: readonly Entry[]) => found.map(lineOf).join('\n');

  /** The text about a name, or of a page or part of one; the nearest names if there is none. */
  function explain(name: string): string {
    const page = textOf(name);
    if (page !== undefined) return page;
    const wanted = plain(name);
    const named = entries.filter((entry) => plain(entry.name) === wanted);
    const meant =
      named.length > 0 ? named : entries.filter(({ also = [] }) => also.some((one) => plain(one) === wanted));
    const texts = meant.slice(0, mostMeanings).map(textAbout);
    const others = meant.slice(mostMeanings);
    if (texts.length === 0)
      return `Nothing is called ${name}. Nearest:\n${list(engine.search(name).slice(0, mostFinds))}`;
    return [...new Set(texts), ...(others.length === 0 ? [] : [`Also:\n${list(others)}`])].join(
      '\n\n---\n\n',
    );
  }

  /** The best finds of a query with their addresses, and the text of the first. */
  function search(query: string): string {
    const found = engine.search(query).slice(0, mostFinds);
    const [first] = found;
    if (first === undefined) return 'Nothing found. Try the name of a code or field, or fewer words.';
    return `${list(found)}\n\nThe first:\n\n${textAbout(first)}`;
  }

  return { explain, search, problems, changes };
}

function lineOf({ kind, name, text, url }: Entry): string {
  return `- ${kind} ${name}: ${text} (${url.replace('.html', '.md')})`;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[§\s’']/g, '');
}

/** A page, or its part with an anchor; undefined if there is none. */
function readPart(pages: SiteForPrograms['pages'], address: string): string | undefined {
  const [file = '', anchor] = address.split('#', 2);
  const page = pages[file];
  if (page === undefined || anchor === undefined) return page && shortened(page, file);
  const lines = page.split('\n');
  const at = lines.findIndex((line) => line.includes(`{#${anchor}}`));
  const part = lines.slice(at, at + extent(lines, at)).join('\n');
  return at < 0 ? undefined : shortened(part.trim(), file);
}

/** How many lines belong to the one at a place: those below a heading, or indented below an entry. */
function extent(lines: readonly string[], at: number): number {
  const line = lines[at] ?? '';
  const level = /^#+(?= )/.exec(line)?.[0].length;
  const indent = line.search(/\S/);
  let isCode = false;
  const ends = (one: string) => {
    if (/^\s*```/.test(one)) isCode = !isCode;
    if (level !== undefined) return !isCode && (/^#+(?= )/.exec(one)?.[0].length ?? 7) <= level;
    return one.trim() !== '' && one.search(/\S/) <= indent;
  };
  const end = lines.slice(at + 1).findIndex(ends);
  return end < 0 ? lines.length - at : end + 1;
}

/** As many whole parts of a text as an answer holds, and the addresses of the others. */
function shortened(text: string, file: string): string {
  if (text.length <= longestText) return text;
  const parts = text.split(/^(?=#{2,3} .*\{#)/m);
  const shown: string[] = [];
  for (const part of parts) {
    if (shown.join('').length + part.length > longestText) break;
    shown.push(part);
  }
  const rest = parts.slice(shown.length).map((part) => /^#+ (.*) \{#([^}]+)\}/.exec(part));
  const addresses = rest.flatMap((found) => (found === null ? [] : [`- ${found[1]} (${file}#${found[2]})`]));
  const beginning = shown.length > 0 ? shown.join('') : text.slice(0, longestText);
  return `${beginning.trim()}\n\nMore, for explain:\n${addresses.join('\n')}`;
}
