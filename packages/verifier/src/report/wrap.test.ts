import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { foldQuoted, wrap } from './wrap.ts';

test('a text is broken between words, and a word that is too long is cut', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrap('a abcdefgh', 3)).toEqual(['a', 'abc', 'def', 'gh']);
  expect(wrap('', 3)).toEqual(['']);
});

test('the shell reads a folded argument as it was', () => {
  const text = `{"text":"it's ${"long and 'quoted' ".repeat(20)}","emoji":"😀😀"}`;
  const line = `printf %s '${text.replaceAll("'", `'\\''`)}'`;
  for (const width of [40, 41, 42, 43, 80]) {
    const rows = foldQuoted(line, width);
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) expect(row.length).toBeLessThanOrEqual(width);
    expect(execFileSync('sh', ['-c', rows.join('\n')], { encoding: 'utf8' })).toBe(text);
  }
});
