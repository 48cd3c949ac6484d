import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { wordFaults } from './clause-words.ts';
import { repositoryRoot } from './yaml-file.ts';

const root = mkdtempSync(join(tmpdir(), 'cascade-words-'));
for (const path of ['spec/clauses.yaml', 'spec/schemas', 'spec/generated'])
  cpSync(join(repositoryRoot, path), join(root, path), { recursive: true });
afterAll(() => rmSync(root, { recursive: true }));

const bundles = ['openapi', 'asyncapi'].map((name) => join(root, `spec/generated/${name}-annotated.yaml`));
const texts = bundles.map((path) => readFileSync(path, 'utf8'));

function edit(from: string, to: string): void {
  expect(texts.some((text) => text.includes(from))).toBe(true);
  for (const [at, path] of bundles.entries()) writeFileSync(path, (texts[at] ?? '').replaceAll(from, to));
}

test('every clause that a node cites is said by one', () => {
  expect(wordFaults(root)).toEqual([]);
});

test.each([
  ['a name', 'terms and privacy policy', 'terms', '/7.4~1message-undeliverable-causes/words'],
  [
    'a code in the table of a response',
    '| **out-of-balance** |',
    '| **balance** |',
    '/7.1~1out-of-balance/words',
  ],
  ['a rule of the violations', 'separated by semicolons', 'one after another', '/7.3~1separator/words'],
  [
    'a required field',
    '        - requestId\n        - cascadeId',
    '        - cascadeId',
    '/2.1~1requestId/words',
  ],
])('a description that loses %s', (_, from, to, pointer) => {
  edit(from, to);
  expect(wordFaults(root).map((fault) => fault.pointer)).toContain(pointer);
});

test('the fault names the node and the words that it lacks', () => {
  edit('separated by semicolons', 'one after another');
  expect(wordFaults(root)).toMatchObject([
    {
      file: 'spec/clauses.yaml',
      message:
        'openapi.yaml#/components/schemas/ProblemDetail cites the clause, and does not say "semicolons": write it there, or correct words',
    },
  ]);
});
