import { readText, repositoryRoot } from '@cascade/contract';
import { trackedFiles } from '../tracked-files.ts';
import { findPhrases, isException, isOurText } from './find-phrases.ts';

/** `node tools/repo-checks/src/plain-words/cli.ts [path …]`: the words to avoid, below these paths or everywhere. */
const below = process.argv.slice(2);
const findings = trackedFiles()
  .filter(isOurText)
  .filter((path) => below.length === 0 || below.some((start) => path.startsWith(start)))
  .flatMap((path) => findPhrases(path, readText(repositoryRoot, path)))
  .filter((finding) => !isException(finding));

const lines = findings.map(({ path, line, words, instead }) => `${path}:${line}: ${words} → ${instead}\n`);
process.stdout.write(`${lines.join('')}${findings.length} found\n`);
process.exitCode = findings.length === 0 ? 0 : 1;
