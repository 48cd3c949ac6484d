import { readYamlFile, repositoryRoot } from '@cascade/contract';
import { beforeAll, expect, test } from 'vitest';
import { renderedSite } from '../../test/support/rendered-site.ts';
import { synonyms } from './entries.ts';
import {
  editDistance,
  partsOf,
  type SearchEntry,
  searchEngine,
  stemOf,
  tokensOf,
  withoutSeparators,
} from './search-engine.ts';

/** What people type, and the kind and the name of what must come first. */
const expectedHits = readYamlFile(repositoryRoot, 'packages/docs/test/expected-hits.yaml')
  .value as readonly (readonly [query: string, kind: string, name: string])[];

let entries: readonly SearchEntry[];
let indexFile: string;
let site: ReadonlyMap<string, string>;

beforeAll(async () => {
  site = await renderedSite();
  indexFile = site.get('search-index.js') ?? '';
  entries = JSON.parse(indexFile.replace('globalThis.cascadeSearch=', '').replace(/;\n$/, ''));
}, 120_000);

test('each query finds first what people look for', () => {
  const engine = searchEngine(entries);
  const missed = expectedHits.flatMap(([query, kind, name]) => {
    const found = engine.search(query).slice(0, 3);
    const isFirst = found[0]?.kind === kind && found[0].name === name;
    return isFirst ? [] : [`${query}: ${found.map((one) => `${one.kind} ${one.name}`).join(' | ')}`];
  });
  expect(missed).toEqual([]);
  expect(expectedHits.length).toBeGreaterThanOrEqual(60);
});

test('each list of synonyms belongs to an entry, and each of its words finds it', () => {
  const engine = searchEngine(entries);
  const lost = Object.entries(synonyms).flatMap(([key, words]) =>
    words.flatMap((word) => {
      const found = engine.search(word).slice(0, 3);
      return found.some(({ also }) => also?.includes(word)) ? [] : [`${key}: ${word}`];
    }),
  );
  expect(lost).toEqual([]);
  const shipped = new Set(entries.flatMap(({ also = [] }) => also));
  expect(
    Object.values(synonyms)
      .flat()
      .filter((word) => !shipped.has(word)),
  ).toEqual([]);
});

test('every entry has an existing page and anchor', () => {
  const dead = entries.filter(({ url }) => {
    const [file = '', anchor] = url.split('#');
    const page = site.get(file);
    return page === undefined || (anchor !== undefined && !page.includes(` id="${anchor}"`));
  });
  expect(dead).toEqual([]);
});

test('the index is below 200 kB', () => {
  expect(indexFile.length).toBeLessThan(200_000);
  expect(entries.length).toBeGreaterThan(500);
});

test('nonsense finds nothing, and odd queries do no harm', () => {
  const engine = searchEngine(entries);
  for (const query of ['zzzqqqxxx', '', '   ', '§', '/', '`'.repeat(50), '🙂', '\ud800'])
    expect(engine.search(query)).toEqual([]);
  expect(engine.search('a'.repeat(10_000))).toEqual([]);
  expect(engine.search('constructor __proto__ toString').length).toBeLessThan(entries.length);
});

test('words in parts and as one', () => {
  expect(partsOf('requestId out-of-balance LIST_PICKER HTTPServer')).toEqual([
    'request',
    'id',
    'out',
    'of',
    'balance',
    'list',
    'picker',
    'http',
    'server',
  ]);
  expect(tokensOf('requestId')).toEqual(['request', 'id', 'requestid']);
  expect(withoutSeparators("request-doesn't-contain")).toBe('requestdoesntcontain');
  expect(withoutSeparators('Ünïcode')).toBe('unicode');
  expect(['retries', 'retry', 'sends', 'sending', 'pass'].map(stemOf)).toEqual([
    'retry',
    'retry',
    'send',
    'send',
    'pass',
  ]);
});

test.each([
  ['balance', 'balance', 0],
  ['blaance', 'balance', 1],
  ['balanc', 'balance', 1],
  ['ballance', 'balance', 1],
  ['xalance', 'balance', 1],
  ['blaacne', 'balance', 2],
  ['quite', 'another', 3],
  ['', 'ab', 2],
])('%s is %s after %i edits', (one, other, edits) => {
  expect(editDistance(one, other, 2)).toBe(edits);
});
