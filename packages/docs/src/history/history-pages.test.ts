import type { ContractChange, Release } from '@cascade/evolution';
import { describe, expect, test } from 'vitest';
import { readDescribed } from '../description/read-description.ts';
import { addressOfChange, historyPages, markedWords } from './history-pages.ts';
import { type History, readHistory, unreleased } from './read-history.ts';

const described = readDescribed();
const change = (members: Partial<ContractChange>): ContractChange => ({
  impact: 'minor',
  kind: 'changed',
  subject: 'code',
  at: 'out-of-balance',
  says: 'is odd',
  ...members,
});

describe('the history of the repository', () => {
  test('has every release, and a comparison of each two of them and of the present contract', async () => {
    const { releases, comparisons, planned } = await readHistory();
    expect(releases[0]?.version).toBe('0.1.0');
    expect(comparisons).toHaveLength((releases.length * (releases.length + 1)) / 2);
    expect(comparisons.at(-1)?.to).toBe(unreleased);
    expect(planned).toMatch(/^\d+\.\d+\.\d+$/);
  }, 60_000);
});

describe('the pages', () => {
  const history = (changes: readonly ContractChange[]): History => ({
    releases: [],
    planned: '0.2.0',
    comparisons: [{ from: '0.1.0', to: unreleased, changes }],
  });
  const comparisonOf = (...changes: ContractChange[]) =>
    historyPages(history(changes), described)[1]?.body.text ?? '';

  test('breaking changes come first, with both states side by side', () => {
    const text = comparisonOf(
      change({ kind: 'added', at: 'new-one', says: 'is new, with status 400' }),
      change({ impact: 'major', values: { of: 'status', before: '402', after: '403' } }),
      change({ impact: 'patch', says: 'fix: a is now b' }),
    );
    expect(text.indexOf('id="changes-breaking"')).toBeLessThan(text.indexOf('id="changes-added"'));
    expect(text).toContain('<td data-label="before">402</td><td data-label="after">403</td>');
    expect(text).toContain('Is new, with status 400.');
    expect(text).toContain('1 change of wording');
    expect(text).toMatch(/<details[\s\S]+Fix: a is now b\./);
  });

  test('each breaking change says whom it breaks and what to do, and no other does', () => {
    const major = change({ impact: 'major', values: { of: 'status', before: '402', after: '403' } });
    expect(comparisonOf(major)).toMatch(/Breaks you if<\/b> your program compares the status.*Do this:/);
    expect(comparisonOf(change({}))).not.toContain('Breaks you if');
    const limit = change({ impact: 'major', kind: 'added', subject: 'limit', says: 'is new: 5 values' });
    expect(comparisonOf(limit)).toContain('exceeds it (5 values)');
  });

  test('the changelog has a section for each release, the latest first, and links every pair', () => {
    const release = (version: string): Release => ({
      version,
      date: `2026-11-${version.replaceAll('.', '')}`,
      openapi: { paths: { '/a': {} } },
      asyncapi: {},
      catalogue: { problems: {}, reasons: {}, limits: {}, clauses: {}, decisions: {} },
    });
    const pairs = [
      ['0.1.0', '0.2.0'],
      ['0.1.0', unreleased],
      ['0.2.0', unreleased],
    ] as const;
    const comparisons = pairs.map(([from, to]) => ({
      from,
      to,
      changes: [change({ says: `from ${from} to ${to}` })],
    }));
    const releases = [release('0.1.0'), release('0.2.0')];
    const [page, ...rest] = historyPages({ releases, planned: '0.3.0', comparisons }, described);
    const text = page?.body.text ?? '';
    const headings = [...text.matchAll(/<h2 id="([^"]*)">([^<]*)/g)].map(([, id, title]) => [id, title]);
    expect(headings).toEqual([
      ['unreleased', 'Unreleased: from 0.2.0 to 0.3.0'],
      ['v0.2.0', '0.2.0, after 0.1.0'],
      ['v0.1.0', '0.1.0'],
      ['compare', 'Compare two versions'],
    ]);
    expect(text).not.toContain('From 0.1.0 to unreleased');
    expect(text.match(/(?:Since|on|On) 2026-11-\d+/g)).toEqual([
      'Since 2026-11-020',
      'On 2026-11-020',
      'on 2026-11-010',
    ]);
    for (const { file } of rest) expect(text).toContain(`href="/${file}"`);
    expect(rest.map(({ file }) => file)).toContain('compare/0.1.0..unreleased.html');
    const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('text of a description stays text', () => {
    const text = comparisonOf(change({ says: '`<b>` & more', values: { of: 'x', after: '<script>' } }));
    expect(text).toContain('&lt;script&gt;');
    expect(text).not.toContain('<script>');
  });

  test('a contract without a change says so', () => {
    expect(comparisonOf()).toContain('Nothing has changed.');
  });
});

test.each([
  ['code', "request-doesn't-contain-content-for-all-cascade-stages", /request-doesnt-contain/],
  ['code', 'gone', undefined],
  ['reason', 'no-template-match', /no-template-match/],
  ['clause', '4.1/rule-1', /4\.1-rule-1/],
  ['decision', 'ADR-0013', /ADR-0013/],
  ['decision', 'ADR-9999', undefined],
  ['openapi', '/paths/~1api~1messages~1history', /listMessages/],
  [
    'openapi',
    '/components/schemas/SchedulingRequest/properties/comment/pattern',
    /SchedulingRequest\.comment/,
  ],
  ['openapi', '/components/schemas/ContentType', /schema-ContentType/],
  ['openapi', '/components/schemas/Nothing/properties/x', undefined],
  ['openapi', '/tags/3', undefined],
] as const)('the address of %s %s', (subject, at, expected) => {
  const address = addressOfChange(change({ subject, at }), described);
  if (expected === undefined) expect(address).toBeUndefined();
  else expect(address).toMatch(expected);
});

test('words that differ are marked, unless nearly all do', () => {
  expect(markedWords('a list counts from 1', 'a list counts from 0').text).toBe(
    'a list counts from <mark>1</mark>',
  );
  expect(markedWords('quite another', 'text').text).toBe('quite another');
  expect(markedWords('a < b', undefined).text).toBe('a &lt; b');
});
