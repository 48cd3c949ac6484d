import { findPasted } from './pasted.ts';
import type { SearchEntry } from './search-entry.ts';

export type { SearchEntry } from './search-entry.ts';

/**
 * Words as the search compares them: lower case, without accents; `requestId`, `request_id` and `request-id`
 * in parts.
 */
const chunks = /[\p{L}\p{N}]+(?:[-_.’'/][\p{L}\p{N}]+)*/gu;
const partBorders = /[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** The parts of all words of a text, in order. */
export function partsOf(text: string): string[] {
  return chunksOf(text).flatMap((chunk) => chunk.split(partBorders).filter(Boolean).map(lower));
}

/**
 * The parts of all words, and each word of several parts as one: `requestId` as `request`, `id`, `requestid`.
 */
export function tokensOf(text: string): string[] {
  return chunksOf(text).flatMap((chunk) => {
    const parts = chunk.split(partBorders).filter(Boolean).map(lower);
    return parts.length > 1 ? [...parts, parts.join('')] : parts;
  });
}

/** A text without what separates its words, to compare whole names: `out-of-balance` as `outofbalance`. */
export function withoutSeparators(text: string): string {
  return partsOf(text).join('');
}

/** A word without the commonest English endings, so that `retries` and `retry` meet. */
export function stemOf(word: string): string {
  if (word.length < 5) return word;
  return word
    .replace(/ie[sd]$/, 'y')
    .replace(/(?:ing|ed)$/, '')
    .replace(/([^s])s$/, '$1')
    .replace(/e$/, '');
}

function chunksOf(text: string): string[] {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').match(chunks) ?? [];
}

function lower(text: string): string {
  return text.toLowerCase();
}

/**
 * How many edits make one word the other: a letter more, less or another one, or two neighbours exchanged. At
 * most `limit + 1`, which means more than the limit.
 */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let before: number[] = [];
  let row: number[] = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      const least = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + cost);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next.push(isSwap ? Math.min(least, at(before, j - 2) + 1) : least);
    }
    if (Math.min(...next) > limit) return limit + 1;
    before = row;
    row = next;
  }
  return at(row, other.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? 0;
}

/** Finds entries; the browser and the tests run the same. */
export interface SearchEngine {
  /** The entries that a query finds, the best first; for a pasted answer or callback, what it is about alone. */
  search(query: string): readonly SearchEntry[];
}

/** How much a word counts in each part of an entry. */
const weights = { name: 6, also: 5, text: 1 } as const;

/** What readers look up most counts a little more. */
const priors: Partial<Record<SearchEntry['kind'], number>> = {
  code: 1.3,
  operation: 1.25,
  reason: 1.2,
  page: 1.1,
  guide: 1.1,
  field: 1.05,
  clause: 0.7,
  decision: 0.9,
  term: 0.85,
};

/** Words that a question has, and that say nothing about its goal. */
const fillers = new Set(
  'a an and are be can do does for has have how i if in is it may me mean must my of on should the there to what when where which why will with'.split(
    ' ',
  ),
);

/** By entry: the greatest weight with which it has a word. */
type Postings = Map<number, number>;

/** The words of all entries, each with its stem. */
type Vocabulary = Map<string, { readonly stem: string; readonly postings: Postings }>;

/** Prepares the search of entries: some milliseconds for a thousand. */
export function searchEngine(entries: readonly SearchEntry[]): SearchEngine {
  const vocabulary: Vocabulary = new Map();
  const names = entries.map(({ name, also = [] }) => ({
    name: withoutSeparators(name),
    also: also.map(withoutSeparators),
  }));
  for (const [at, { kind, name, also = [], text }] of entries.entries())
    for (const [place, words] of [
      // A query may name the kind: decision on duplicates.
      ['text', `${kind} ${text}`],
      ['also', also.join(' ')],
      ['name', name],
    ] as const)
      for (const token of tokensOf(words)) post(vocabulary, token, at, weights[place]);

  return {
    search(query) {
      const pasted = findPasted(query, entries);
      if (pasted.length > 0) return pasted;
      const words = wantedWords(query);
      if (words.length === 0) return [];
      const scores = scoresOf(words.map((word) => findWord(vocabulary, word, entries.length)));
      // A question may be about a whole name: what does UNDELIVERED mean.
      for (const whole of new Set([withoutSeparators(query), words.join('')]))
        for (const [at, bonus] of bonuses(whole, names))
          scores.set(at, (scores.get(at) ?? 0) + bonus + (entries[at]?.name === query ? 10 : 0));
      return [...scores]
        .map(([at, score]) => ({ at, entry: entries[at], score: score * priorOf(entries[at]) }))
        .toSorted((a, b) => b.score - a.score || a.at - b.at)
        .flatMap(({ entry }) => (entry === undefined ? [] : [entry]));
    },
  };
}

function post(vocabulary: Vocabulary, token: string, at: number, weight: number): void {
  const { stem, postings } = vocabulary.get(token) ?? { stem: stemOf(token), postings: new Map() };
  postings.set(at, Math.max(postings.get(at) ?? 0, weight));
  vocabulary.set(token, { stem, postings });
}

function priorOf(entry: SearchEntry | undefined): number {
  return entry === undefined ? 0 : (priors[entry.kind] ?? 1);
}

function wantedWords(query: string): string[] {
  const words = [...new Set(partsOf(query))];
  const telling = words.filter((word) => !fillers.has(word));
  return telling.length > 0 ? telling : words;
}

/** By entry, how well it has one word of the query. Rare words count more. */
function findWord(vocabulary: Vocabulary, word: string, count: number): Postings {
  const stem = stemOf(word);
  const found = collect(
    vocabulary,
    (token, stemOfToken) => likenessOf(word, stem, token, stemOfToken),
    count,
  );
  const slips = slipsOf(word);
  // Slips are looked for only where nothing begins with the word: they cost time, and would blur what was
  // found.
  return found.size > 0 || slips === 0
    ? found
    : collect(vocabulary, (token) => slipOf(word, token, slips), count);
}

function collect(
  vocabulary: Vocabulary,
  likeness: (token: string, stem: string) => number,
  count: number,
): Postings {
  const found: Postings = new Map();
  for (const [token, { stem, postings }] of vocabulary) {
    const likeThis = likeness(token, stem);
    if (likeThis === 0) continue;
    const rarity = Math.log(1 + count / postings.size);
    for (const [at, weight] of postings)
      found.set(at, Math.max(found.get(at) ?? 0, likeThis * weight * rarity));
  }
  return found;
}

/**
 * How much a word of an entry is like one of the query: 1 the same, then the same stem, then its beginning.
 */
function likenessOf(word: string, stem: string, token: string, stemOfToken: string): number {
  if (word === token) return 1;
  if (stem === stemOfToken) return 0.9;
  return word.length >= 2 && token.startsWith(word) ? 0.4 + (0.4 * word.length) / token.length : 0;
}

/** The same for words with slips of the fingers, in the whole word or in its beginning. */
function slipOf(word: string, token: string, slips: number): number {
  const distance = editDistance(word, token, slips);
  if (distance <= slips) return 0.4 - 0.1 * distance;
  return word.length >= 5 && editDistance(word, token.slice(0, word.length), 1) <= 1 ? 0.2 : 0;
}

/** How many slips a word may have. */
function slipsOf({ length }: string): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/** Entries that have all words; if there is none, those that have most of them. */
function scoresOf(found: readonly Postings[]): Map<number, number> {
  const sums = new Map<number, { score: number; words: number }>();
  for (const postings of found)
    for (const [at, score] of postings) {
      const sum = sums.get(at) ?? { score: 0, words: 0 };
      sums.set(at, { score: sum.score + score, words: sum.words + 1 });
    }
  const most = Math.max(0, ...[...sums.values()].map(({ words }) => words));
  const needed = most === found.length ? most : Math.max(1, Math.min(most, Math.ceil(found.length / 2)));
  return new Map([...sums].filter(([, { words }]) => words >= needed).map(([at, { score }]) => [at, score]));
}

/** What an entry is called, each name as one word. */
interface Names {
  readonly name: string;
  readonly also: readonly string[];
}

/** By entry: for a query that is its name, or what people call it, or the beginning of it, or nearly. */
function bonuses(whole: string, names: readonly Names[]): Postings {
  const found = bonusesBy((entry) => bonusOf(whole, entry), names);
  const slips = slipsOf(whole);
  if (found.size > 0 || slips === 0) return found;
  const isNearly = (one: string) => editDistance(whole, one, slips) <= slips;
  return bonusesBy(({ name, also }) => (isNearly(name) || also.some(isNearly) ? 40 : 0), names);
}

function bonusesBy(bonus: (entry: Names) => number, names: readonly Names[]): Postings {
  const all = names.map((entry, at) => [at, bonus(entry)] as const);
  return new Map(all.filter(([, one]) => one > 0));
}

function bonusOf(whole: string, { name, also }: Names): number {
  if (whole === name) return 100;
  if (also.includes(whole)) return 90;
  if (whole.length < 3) return 0;
  if (name.startsWith(whole)) return 45 + 30 * (whole.length / name.length);
  return also.some((one) => one.startsWith(whole)) ? 10 : 0;
}
