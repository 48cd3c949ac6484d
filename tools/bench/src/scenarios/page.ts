import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { flag, scenario } from '../harness/scenario.ts';
import { pageOf } from './page/markdown.ts';
import { readResults } from './page/result-file.ts';

const folder = fileURLToPath(new URL('../../', import.meta.url));

export default scenario({
  says: 'Writes tools/bench/RESULTS.md and the plots that belong to it, from the files of tools/bench/results alone. Measures nothing.',
  minutes: 0.1,
  options: { check: flag('writes nothing; ends with 1 if a file is not current') },
  examples: { '': 'after each new result file', '--check': 'what the tests do' },
  async run({ values: { check } }) {
    const stale = Object.entries(pageOf(readResults())).filter(
      ([path, text]) => read(folder + path) !== text,
    );
    for (const [path, text] of stale) {
      if (!check) writeFileSync(folder + path, text);
      process.stdout.write(`tools/bench/${path} ${check ? 'is not current' : 'written'}\n`);
    }
    return !(check && stale.length > 0);
  },
});

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // not yet written
  }
}
