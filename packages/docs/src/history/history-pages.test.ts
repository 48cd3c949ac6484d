import type { ContractChange, Release } from '@cascade/evolution';
import { describe, expect, test } from 'vitest';
import { readDescribed } from '../description/read-description.ts';
import { markedWords } from './change-list.ts';
import { addressOfChange, historyPages } from './history-pages.ts';
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

const release = (version: string): Release => ({
  version,
  date: `2026-11-${version.replaceAll('.', '')}`,
  openapi: { paths: { '/a': {} } },
  asyncapi: {},
  catalogue: { problems: {}, reasons: {}, limits: {}, clauses: {}, decisions: {} },
});

describe('the pages', () => {
  const history = (changes: readonly ContractChange[]): History => ({
    releases: [],
    planned: '0.2.0',
    comparisons: [
      { from: '0.1.0', to: unreleased, changes, before: release('0.1.0'), after: release('0.2.0') },
    ],
  });
  const comparisonOf = (...changes: ContractChange[]) =>
    historyPages(history(changes), described)[1]?.body.text ?? '';

  test('by reader and part; what breaks first, with both states side by side', () => {
    const text = comparisonOf(
      change({ subject: 'export', kind: 'added', at: '@cascade/types: A', says: 'is exported, a type' }),
      change({ at: 'auth-error', values: { of: 'fix', before: 'a', after: 'b' } }),
      change({ impact: 'major', values: { of: 'status', before: '402', after: '403' } }),
      change({ subject: 'reason', at: 'duplicated', kind: 'removed', says: 'is gone' }),
      change({ subject: 'decision', at: 'ADR-0001', values: { of: 'choice', before: 'a', after: 'b' } }),
      change({ impact: 'patch', says: 'fix: a is now b' }),
    );
    expect([...text.matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      'changes-caller',
      'changes-of-scheduleMessage',
      'changes-of-Every-operation',
      'changes-receiver',
      'changes-of-The-callback',
      'changes-types',
      'changes-of--cascade-types',
      'changes-statements',
      'changes-of-Decisions',
    ]);
    expect(text).toMatch(/<td data-label="before">.*402.*<td data-label="after">.*403/);
    expect(text).toContain("<code>import type { A } from '@cascade/types'</code>");
    expect(text).toMatch(/For callers: 2, 1 of them breaking/);
    expect(text).toMatch(/<summary>1 change of wording/);
  });

  test('all changes of one thing are one, in whichever description they are', () => {
    const at = '/components/schemas/StatusEvent/properties/error/description';
    const values = { of: 'description', before: 'a b', after: 'a c' };
    const both = (['openapi', 'asyncapi'] as const).map((subject) => change({ subject, at, values }));
    const text = comparisonOf(...both);
    expect(text.match(/<tbody /g)).toHaveLength(1);
    expect(text.match(/data-label="before"/g)).toHaveLength(1);
    expect(text).toContain('id="changes-StatusEvent.error"');
  });

  test('each breaking change says whom it breaks and what to do by its kind, and no other does', () => {
    const major = change({ impact: 'major', values: { of: 'status', before: '402', after: '403' } });
    expect(comparisonOf(major)).toMatch(/Breaks you if<\/b> your program compares the status.*Do this:/);
    expect(comparisonOf(change({}))).not.toContain('Breaks you if');
    const limit = change({
      impact: 'major',
      kind: 'added',
      subject: 'limit',
      at: 'start-time',
      says: 'is new: 366 days',
      values: { of: 'limit', after: '366 days' },
    });
    const text = comparisonOf(limit);
    expect(text).toContain('you name a time more than 366 days ahead');
    expect(text).toContain('send the message later, or choose a nearer time');
    // Both columns are filled.
    expect(text).toMatch(/data-label="before">.*not listed.*data-label="after">.*at most 366 days/);
    expect(text).toContain('<code>367 days</code>');
    expect(text).toContain('400 matched-template-not-found');
  });

  test('the changelog has a section for each release, the latest first, and links every pair', () => {
    const pairs = [
      ['0.1.0', '0.2.0'],
      ['0.1.0', unreleased],
      ['0.2.0', unreleased],
    ] as const;
    const comparisons = pairs.map(([from, to]) => ({
      from,
      to,
      changes: [change({ says: `from ${from} to ${to}` })],
      before: release(from),
      after: release('0.2.0'),
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
