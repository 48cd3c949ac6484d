import { readText, repositoryRoot } from '@cascade/contract';
import { commandLine, runCommand } from '@cascade/contract/command-line';
import { trackedFiles } from '../tracked-files.ts';
import { findPhrases, isException, isOurText } from './find-phrases.ts';

const command = commandLine(
  'npm run check -- words',
  'Finds the words to avoid, and comments that are too wide, below these paths or everywhere.',
  'Example:\n  npm run check -- words packages/mock',
).argument('[paths...]', 'files or folders');

process.exitCode = await runCommand(command, (_, [below]) => {
  const findings = trackedFiles()
    .filter(isOurText)
    .filter((path) => below.length === 0 || below.some((start) => path.startsWith(start)))
    .flatMap((path) => findPhrases(path, readText(repositoryRoot, path)))
    .filter((finding) => !isException(finding));
  const lines = findings.map(({ path, line, words, instead }) => `${path}:${line}: ${words} → ${instead}\n`);
  process.stdout.write(`${lines.join('')}${findings.length} found\n`);
  return findings.length === 0 ? 0 : 1;
});
