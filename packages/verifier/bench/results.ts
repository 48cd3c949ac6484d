import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';

/** Where a result was taken. */
export const machine = { node: process.version, processors: cpus().length };

type Name = 'score' | 'fast' | 'deep' | 'verdicts' | 'source-mutation' | 'history-check' | 'history-faults';

const fileOf = (name: Name) => new URL(`../results/${name}.json`, import.meta.url);

/** A result as it was taken last. */
export async function readResult<Result>(name: Name): Promise<Result> {
  return JSON.parse(await readFile(fileOf(name), 'utf8'));
}

export async function writeResult(name: Name, result: object): Promise<void> {
  await writeFile(fileOf(name), `${JSON.stringify(result, undefined, 2)}\n`);
}

/** A part of the page on mutants that a command writes, between marks that name it. */
export function partOfPage(title: string, command: string) {
  const page = new URL('../mutants/README.md', import.meta.url);
  const [begin, end] = [`<!-- ${title}: written by ${command} -->\n`, `<!-- /${title} -->\n`];
  return {
    read: async () => splitAtMarks(await readFile(page, 'utf8'), { begin, end })[1],
    async write(text: string) {
      const [before, , after] = splitAtMarks(await readFile(page, 'utf8'), { begin, end });
      await writeFile(page, `${before}${begin}${text}${end}${after}`);
    },
  };
}

/** Splits a page at the marks around what a command writes into it: before, between and after, the marks left out. */
function splitAtMarks(
  page: string,
  { begin, end }: { readonly begin: string; readonly end: string },
): readonly [before: string, between: string, after: string] {
  const [before, rest] = page.split(begin);
  const [between, after] = rest?.split(end) ?? [];
  if (before === undefined || between === undefined || after === undefined)
    throw new Error(`the page has not both marks ${begin.trim()} and ${end.trim()}`);
  return [before, between, after];
}
