import { expect, test } from 'vitest';
import { beginProgress } from './progress.ts';

function written(isTTY: boolean, notes: readonly string[]): string {
  const texts: string[] = [];
  const progress = beginProgress('Testing', { isTTY, write: (text) => texts.push(text) });
  for (const note of notes) progress.note(note);
  progress.end('done');
  return texts.join('').replaceAll(/\d+\.\d/g, '0.0');
}

test('without a terminal every note is a line of its own', () => {
  expect(written(false, [])).toBe('Testing … done, 0.0 s\n');
  expect(written(false, ['a', 'b'])).toBe('Testing … \n    0.0 s  a\n    0.0 s  b\nTesting … done, 0.0 s\n');
});

test('on a terminal a note takes the place of the line of progress', () => {
  expect(written(true, ['a'])).toBe('Testing … \r\x1b[K    0.0 s  a\n\rTesting … done, 0.0 s\n');
});
