import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readCommand } from '../command.ts';
import { pageOf } from './markdown.ts';
import { readResults } from './result-file.ts';

/** Writes bench/RESULTS.md and its plots from the result files. */
const { values } = readCommand({
  run: 'npm --prefix bench run page --',
  says: 'Writes bench/RESULTS.md and the plots that belong to it, from the files of bench/results alone.',
  options: {
    check: { type: 'boolean', default: false, says: 'writes nothing; ends with 1 if a file is not current' },
  },
  examples: { '': 'after each new result file', '--check': 'what the tests do' },
});
const folder = fileURLToPath(new URL('../../', import.meta.url));
const stale = Object.entries(pageOf(readResults())).filter(([path, text]) => read(folder + path) !== text);
for (const [path, text] of stale) {
  if (!values.check) writeFileSync(folder + path, text);
  process.stdout.write(`bench/${path} ${values.check ? 'is not current' : 'written'}\n`);
}
if (values.check && stale.length > 0) process.exitCode = 1;

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // not yet written
  }
}
