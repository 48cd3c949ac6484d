import { readText, repositoryRoot } from '@cascade/contract';
import { describe, expect, test } from 'vitest';
import { trackedFiles } from '../tracked-files.ts';
import { allowedPhrases, findPhrases, isException, isOurText } from './find-phrases.ts';

const wordsIn = (line: string) => findPhrases('a.ts', line).map(({ words }) => words);

describe('finds the words to avoid', () => {
  test.each([
    ['// Whoever works on the jobs of a queue', 'Whoever'],
    ['// wakes the one that waits', 'the one that'],
    ['// lets so many requests a second pass', 'so many'],
    ['// arrays are no objects', 'are no'],
    ['/** Comes back when the receipt is durable. */', 'Comes back'],
    ['-- a lock that is held for ever', 'for ever'],
    ["throw new Error('stands twice')", 'stands'],
    ['how to mend it', 'mend'],
    ['consumers put up with unknown codes', 'put up with'],
    ['a receiver that is told of it', 'is told of'],
    ['before the request goes out', 'goes out'],
    ['a batch was begun', 'was begun'],
    ['the version is looked at later', 'is looked at'],
    ['see what it deserves', 'deserves'],
    ['is one word too many', 'one word too many'],
    ['a key that is further up', 'further up'],
    ['it was tried in vain', 'in vain'],
    ['const cascadeCourse = 1;', 'Course'],
    ["import { a } from './course.ts';", 'course'],
    ['function newsOf(a) {}', 'news'],
    ["import { a } from './looser-clients.ts';", 'looser'],
  ])('%s', (line, words) => {
    expect(wordsIn(line)).toEqual([words]);
  });

  test('in the path of a file', () => {
    expect(findPhrases('src/looser-clients/a.ts', '')).toMatchObject([{ line: 0, words: 'looser' }]);
  });

  test('names path, line and what to write instead', () => {
    expect(findPhrases('a.ts', '\n// in vain')).toEqual([
      { path: 'a.ts', line: 2, words: 'in vain', instead: 'without success' },
    ]);
  });
});

test.each([
  'const nobodyElse = 1;',
  'recourse, newsletter and standalone',
  'there is no body',
  'it is no longer retried',
  'there are no more than five',
  'POST stands for the method',
  'the recommended value',
  'an outstanding amount',
  'the bytes come from the backend',
])('accepts: %s', (line) => {
  expect(wordsIn(line)).toEqual([]);
});

test('our text is what people write, in code, pages and settings', () => {
  const paths = ['a/b.ts', 'README.md', 'spec/x.yaml', 'a.sql', '.github/workflows/test.yml'];
  expect(paths.filter((path) => !isOurText(path))).toEqual([]);
});

test('generated, released and binary files are not', () => {
  const paths = ['spec/generated/a.yaml', 'spec/baseline/a.yaml', 'pnpm-lock.yaml', 'a.json', 'a.svg'];
  expect(paths.filter(isOurText)).toEqual([]);
});

test('every exception still covers a word', () => {
  const found = trackedFiles()
    .filter(isOurText)
    .flatMap((path) => findPhrases(path, readText(repositoryRoot, path)))
    .filter(isException);
  const isUsed = ({ where, words }: (typeof allowedPhrases)[number]) =>
    found.some((finding) => finding.path.startsWith(where) && new RegExp(words).test(finding.words));
  expect(allowedPhrases.filter((exception) => !isUsed(exception))).toEqual([]);
});

test('a comment of code has the width of .editorconfig at most', () => {
  const comment = (columns: number) => `  // ${'a'.repeat(columns - 5)}`;
  expect(findPhrases('a.ts', comment(110))).toEqual([]);
  expect(findPhrases('a.ts', `const a = 1;\n${comment(111)}`)).toEqual([
    { path: 'a.ts', line: 2, words: '111 columns', instead: 'a comment has 110 at most' },
  ]);
  expect(findPhrases('a.md', comment(111))).toEqual([]);
});
