import { readFile, writeFile } from 'node:fs/promises';
import { splitAtMarks } from '../marked-part.ts';
import type { SourceResult } from './result.ts';

const readme = new URL('../../README.md', import.meta.url);
const begin = '<!-- source mutation: written by bench/source-mutation/run.ts -->\n';
const end = '<!-- /source mutation -->\n';

/** The result as Markdown. */
export function toSummary({ mutants, outcomes, operators, survivors, run }: SourceResult): string {
  const { caught = 0, crashed = 0, hinted = 0, timeout = 0, survived = 0 } = outcomes;
  const rows = Object.entries(operators).map(([operator, counts]) => {
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const unseen = (counts.survived ?? 0) + (counts.timeout ?? 0);
    return `| ${operator} | ${all} | ${all - unseen} | ${unseen} |`;
  });
  const { equivalent = 0, free = 0, beyond = 0, unjudged = 0, unexplained = 0 } = survivors;
  return `
| mutants of the sources | all | seen | not seen |
|---|---|---|---|
${rows.join('\n')}
| **all** | ${mutants} | ${mutants - survived - timeout} | ${survived + timeout} |

Of ${mutants} mutants, ${caught} are findings, ${outcomes['set-up'] ?? 0} end with exit code 2 and what does not fit, ${crashed} do not start,
${hinted} are hints, ${timeout} run into the time limit. Of the ${survived + timeout} that are not seen, ${equivalent} are equivalent, ${free} do what the
contract leaves open, ${beyond} change what it does not speak of, of ${unjudged} the report says what it could not judge;
${unexplained} are not explained. Node ${run.node.slice(1)}, Python ${run.python}.

`;
}

/** Puts the result into the README, between its marks. */
export async function writeSummary(result: SourceResult): Promise<void> {
  const [before, , after] = splitAtMarks(await readFile(readme, 'utf8'), { begin, end });
  await writeFile(readme, `${before}${begin}${toSummary(result)}${end}${after}`);
}

/** The result as the README has it. */
export async function readSummary(): Promise<string> {
  return splitAtMarks(await readFile(readme, 'utf8'), { begin, end })[1];
}
