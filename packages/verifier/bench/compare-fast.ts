import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createProgress, judgeAll, openJournal } from './judge-all.ts';
import type { Judged } from './judge-worker.ts';
import { allSubjects } from './subjects.ts';

const usage = `node bench/compare-fast.ts [--only ID,…] [--journals FOLDER] [--at-a-time N]

Judges every mutant, control and pair twice, by a full run and by --fast, and compares the verdicts. Exit code 1 if any
differ.
--only       judges these subjects (ids, kinds or classes), and writes nothing
--journals   keeps each verdict in full.ndjson and fast.ndjson of this folder and takes those that are in them: a run that
             was broken off goes on
--at-a-time  number of subjects judged at once, 2 if absent
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    journals: { type: 'string' },
    'at-a-time': { type: 'string', default: '2' },
    help: { type: 'boolean' },
  },
});
const say = (line: string) => void process.stderr.write(line);

if (values.help) process.stdout.write(usage);
else await compare(values.only?.split(','));

async function compare(only: readonly string[] | undefined): Promise<void> {
  const ids = allSubjects()
    .filter(({ id, kind, class: of = kind }) => only?.some((name) => [id, kind, of].includes(name)) !== false)
    .map(({ id }) => id);
  const fast = await judgeBy('fast', ids);
  const full = await judgeBy('full', ids);
  const differences = ids.flatMap((id) => {
    const verdicts = { id, full: full.get(id)?.verdict, fast: fast.get(id)?.verdict };
    return verdicts.full === verdicts.fast ? [] : [verdicts];
  });
  const machine = { node: process.version, processors: cpus().length };
  const result = { machine, command: 'node bench/compare-fast.ts', subjects: ids.length, differences };
  process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
  if (only === undefined)
    await writeFile(
      new URL('../results/fast.json', import.meta.url),
      `${JSON.stringify(result, undefined, 2)}\n`,
    );
  if (differences.length > 0) process.exitCode = 1;
}

async function judgeBy(name: 'full' | 'fast', ids: readonly string[]): Promise<ReadonlyMap<string, Judged>> {
  const journal =
    values.journals === undefined ? undefined : openJournal<Judged>(join(values.journals, `${name}.ndjson`));
  const known = new Map(journal?.judged.map((judged) => [judged.id, judged]));
  const left = ids.filter((id) => !known.has(id));
  const note = createProgress(left.length, say);
  const judged = await judgeAll(left, {
    atATime: Number(values['at-a-time']),
    fast: name === 'fast',
    onJudged(each) {
      journal?.add(each);
      note(`${name} ${each.id}: ${each.verdict}`);
    },
  });
  return new Map([...known, ...judged.map((each) => [each.id, each] as const)]);
}
