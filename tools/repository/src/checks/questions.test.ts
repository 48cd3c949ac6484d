import { readText, readYamlFile, repositoryRoot } from '@cascade/contract';
import { describe, expect, test } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

/** A question of a reader: one of the documents `in` has every phrase of `says`. */
interface Question {
  readonly asks: string;
  readonly in: readonly string[];
  readonly says: readonly string[];
}

const questions = readYamlFile(repositoryRoot, 'tools/repository/src/checks/questions.yaml')
  .value as readonly Question[];

/** A phrase is found across line breaks, in whatever style. */
const plain = (text: string) => text.replaceAll(/[*`]/g, '').replaceAll(/\s+/g, ' ').toLowerCase();

test.each(questions)('$asks', ({ in: documents, says }) => {
  const missing = documents.map((path) => {
    const text = plain(readText(repositoryRoot, path));
    return { path, lacks: says.filter((phrase) => !text.includes(plain(phrase))) };
  });
  expect(missing.some(({ lacks }) => lacks.length === 0) ? [] : missing).toEqual([]);
});

test('there are questions enough, each once', () => {
  expect(questions.length).toBeGreaterThanOrEqual(40);
  expect(new Set(questions.map(({ asks }) => asks)).size).toBe(questions.length);
});

describe('a term of the glossary', () => {
  const glossary = readText(repositoryRoot, 'GLOSSARY.md');
  const terms = [...glossary.matchAll(/^\| \*\*(.+?)\*\*/gm)].flatMap(([, heading = '']) =>
    heading.split(' / '),
  );
  const texts = trackedFiles()
    .filter((path) => /\.(?:md|ts|sql|ya?ml)$/.test(path))
    .filter((path) => !/^GLOSSARY\.md$|CHANGELOG|\/generated\/|checks\/questions\./.test(path))
    .map((path) => plain(readText(repositoryRoot, path)));

  test.each(terms)('%s is used', (term) => {
    expect(texts.some(uses(term))).toBe(true);
  });

  test('that no text has is found', () => {
    expect(terms.length).toBeGreaterThan(70);
    expect(uses('parcel of nothing')('parcels of anything')).toBe(false);
    expect(uses('parcel')('several parcels')).toBe(true);
    expect(uses('parcel')('parcelling')).toBe(false);
  });
});

/** As a word of its own, or its plural. */
function uses(term: string): (text: string) => boolean {
  const word = new RegExp(`(?<![\\w-])${plain(term)}s?(?![\\w-])`);
  return (text) => word.test(text);
}
