import { readText, repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { trackedFiles } from '../tracked-files.ts';
import { findPhrases, isException, isOurText } from './find-phrases.ts';

test('no file has a word to avoid; `npm run check:words` shows what to write instead', () => {
  const findings = trackedFiles()
    .filter(isOurText)
    .flatMap((path) => findPhrases(path, readText(repositoryRoot, path)))
    .filter((finding) => !isException(finding))
    .map(({ path, line, words, instead }) => `${path}:${line}: found «${words}», expected: ${instead}`);
  expect(findings).toEqual([]);
});
