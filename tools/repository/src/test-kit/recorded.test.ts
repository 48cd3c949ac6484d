import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { partOfPage, recordedRows } from './recorded.ts';

function fileIn(name: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'cascade-recorded-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return pathToFileURL(join(folder, name));
}

test('rows replace those of the same name, and keep the others, in order', () => {
  const rows = recordedRows<{ name: string; of: number }>(fileIn('rows.json'), ({ name }) => name);
  const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ name, of: 1 }));
  if (a === undefined || b === undefined || c === undefined) throw new Error('expected three rows');
  expect(rows.read()).toEqual([]);
  rows.replace([c, a]);
  expect(rows.read()).toEqual([a, c]);
  expect(rows.replace([b, { name: 'c', of: 2 }])).toEqual([a, b, { name: 'c', of: 2 }]);
  expect(rows.replace([], ['c', 'b', 'a']).map(({ name }) => name)).toEqual(['c', 'b', 'a']);
});

test('a part of a page is written between its marks, and nothing else changes', () => {
  const page = fileIn('page.md');
  const text = 'before\n<!-- score: written by it -->\nold\n<!-- /score -->\nafter\n';
  writeFileSync(page, text);
  const part = partOfPage(page, 'score', 'it');
  expect(part.read()).toBe('old\n');
  part.write('new\n');
  expect(readFileSync(page, 'utf8')).toBe(text.replace('old', 'new'));
  expect(() => partOfPage(page, 'other', 'it').read()).toThrow('has not both marks');
});
