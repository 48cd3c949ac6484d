import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Fault } from './fault.ts';
import { parseYaml, readYaml, type YamlFile } from './parse-yaml.ts';

const text = `accounts:
  - name: one
    prices: &prices { SMS: 5 }
  - name: two
    prices: *prices
a/b:
  c~d: [1,
        2]
`;

function parsed(yaml: string, firstLine?: number): YamlFile {
  const file = parseYaml(yaml, 'file.yaml', firstLine);
  if ('faults' in file) throw new Error(JSON.stringify(file.faults));
  return file;
}

function faultsOf(yaml: string): string[] {
  const file = parseYaml(yaml, 'file.yaml');
  if (!('faults' in file)) return [];
  return file.faults.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

describe('the place of a fault', () => {
  test.each([
    ['the file', '', 1, 1],
    ['a member, at its name', '/accounts', 1, 1],
    ['an item', '/accounts/1', 4, 5],
    ['a member of an item', '/accounts/1/name', 4, 5],
    ['a missing member, at its object', '/accounts/1/keys', 4, 5],
    ['behind an alias, at the anchor', '/accounts/1/prices/SMS', 3, 23],
    ['escaped names', '/a~1b/c~0d/1', 8, 9],
  ])('%s', (_, pointer, line, column) => {
    expect(parsed(text).locate({ pointer, message: 'wrong' })).toEqual({
      file: 'file.yaml',
      line,
      column,
      pointer,
      message: 'wrong',
    });
  });

  test('a duplicate has the line of the first', () => {
    const fault: Fault = {
      pointer: '/accounts/1/name',
      message: 'duplicate name',
      first: '/accounts/0/name',
    };
    expect(parsed(text).locate(fault).message).toBe('duplicate name (first at line 2)');
  });

  test('front matter begins on a later line', () => {
    expect(parsed('number: 1\n', 2).locate({ pointer: '/number', message: '' })).toMatchObject({
      line: 2,
      column: 1,
    });
  });
});

test.each([
  '1_000',
  '0b11',
  '0o14',
  '014',
  '0x1F',
  '+1',
  '-0',
  '1e3',
  '1.',
  '.5',
  '.inf',
  '-.INF',
  '.nan',
  '1__0',

  '~',
  'null',
  'Null',
  'NULL',
  '',
  'yes',
  'on',
  'True',
  'FALSE',
  'tRue',
  '2026-12-31',
  '00:05:00',
  '9007199254740993',

  "'1'",
  '"a\\u0000\\ud800"',
  '"\\x85"',
  '!!str 1',
  '|\n  a\n  b\n',
  '>-\n  a\n\n  b',
  '{ b: 1, }',
  '[1, [2]]',
  '{ <<: { a: 1 } }',
  '{ __proto__: 1 }',
  '{ 1: 2, true: 3 }',
  'a # b',
  'a#b',
  '"a: b"',
  "'it''s'",
])('both parsers have the same of %j', (written) => {
  const withAlias = parsed(`a: &a 1\nb: *a\nx: ${written}`).value;
  expect({ a: 1, b: 1, ...(parsed(`x: ${written}`).value as object) }).toEqual(withAlias);
});

describe('a text that is not YAML', () => {
  test.each([
    ['keys: [', /^1:\d+ invalid YAML: Flow sequence/],
    ['a: 1\nb:\n  - one\n c: 1', /^4:\d+ invalid YAML: /],
    ['a:\n  b: 1\n  c: 2\n  b: 3', /^4:3 duplicate field b \(first at line 2\)$/],
    ['a: *none\nb: 1', /^1:4 alias \*none is not defined; expected an anchor &none above$/],
  ])('%j', (yaml, fault) => {
    expect(faultsOf(yaml)).toEqual([expect.stringMatching(fault)]);
  });

  test('all undefined aliases are reported', () => {
    expect(faultsOf('a: *x\nb: *y')).toHaveLength(2);
  });

  test('aliases that multiply without end', () => {
    const levels = Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`);
    expect(faultsOf(['a0: &a0 x', ...levels].join('\n'))).toEqual([
      expect.stringMatching(/^1:1 invalid YAML: Excessive alias count/),
    ]);
  });

  test('the text is not quoted', () => {
    expect(faultsOf('keys:\n  - { key: secret-1 }]\nsecret-2').join()).not.toMatch(/secret-\d/);
  });
});

describe('a file that cannot be read', () => {
  test.each([
    ['/nowhere/file.yaml', 'file not found'],
    [fileURLToPath(new URL('.', import.meta.url)), 'expected a file, found a folder'],
  ])('%s', (file, message) => {
    expect(readYaml(file, 'name.yaml')).toEqual({
      faults: [{ file: 'name.yaml', line: 1, column: 1, pointer: '', message }],
    });
  });
});

describe('a list that is loaded in parts', () => {
  const item = (at: number) =>
    [
      `- name: "item ${at}`,
      '    goes on"',
      '  text: |',
      '    - no item',
      '',
      '    # no comment',
      '# a comment',
      `  more: [${at},`,
      '    { a: 1 }]',
      '- - nested',
      '  - 1',
    ].join('\n');
  const items = (indent: string) =>
    Array.from({ length: 2_000 }, (_, at) => item(at).replaceAll(/^(?=[- ]).*/gm, `${indent}$&`)).join('\n');

  test.each([
    ['indented', `# head\n\nlist: # of items\n${items('  ')}\n\n# end\n`],
    ['at the margin', `list:\n${items('')}`],
    ['beside another member', `list:\n${items('  ')}\nother: 1\n`],
  ])('%s has the values of the whole', (_, large) => {
    expect(large.length).toBeGreaterThan(200_000);
    expect(parsed(large).value).toEqual(parse(large));
  });

  test.each([
    ['an alias of another part', `list:\n  - &a { b: 1 }\n${items('  ')}\n  - *a\n`],
    ['a member after it', `list:\n${items('  ')}\nlast: &a 1\nother: *a\n`],
  ])('with %s is read as a whole', (_, large) => {
    expect(parsed(large).value).toEqual(parse(large));
  });

  test.each([
    ['a member in a member', '- a: b: c'],
    ['a text that goes on left of its item', '- "one\n  - two"'],
  ])('with %s is not YAML, and has its line', (_, last) => {
    const [first = ''] = faultsOf(`list:\n${items('  ')}\n  ${last}\n`);
    expect(first).toMatch(/^22002:\d+ invalid YAML/);
  });

  test('that goes on after the end of the document is not YAML', () => {
    expect(faultsOf(`list:\n  - ${'long '.repeat(20_000)}\n...\n  - one\n`)).not.toEqual([]);
  });
});
