import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { partOfMutants, readResult } from '../bench/results.ts';
import type { SourceResult } from '../bench/source-mutation/result.ts';
import { allSubjects } from '../bench/subjects.ts';
import { readDeep, readScore, toTable } from '../bench/to-table.ts';
import { phases } from '../src/scenario/scenario.ts';

const score = await readScore();
const countOf = (wanted: string) => allSubjects().filter(({ kind }) => kind === wanted).length;

test('the figures in mutants/README.md are those of the result files', async () => {
  expect(partOfMutants('score', 'bench/score.ts').read()).toBe(toTable(score, await readDeep()));
});

test('the README names the numbers of the score', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const { mutants, assumed, controls } = score;
  const sources = await readResult<SourceResult>('source-mutation');
  for (const words of [
    `${mutants.mutants} mutants of what is documented and ${assumed.mutants} of what we assumed`,
    `${controls.count} variations that the source allows`,
    `${sources.mutants} mutants of the sources`,
  ])
    expect(readme.replaceAll('\n', ' ')).toContain(words);
});

test('the score was taken of the mutants, controls and pairs that there are', () => {
  expect(score.mutants.mutants).toBe(countOf('mutant'));
  expect(score.assumed.mutants).toBe(countOf('assumed'));
  expect(score.consumers.mutants).toBe(countOf('consumer'));
  expect(score.controls.count).toBe(countOf('control'));
  expect(score.pairs.mutants).toBe(countOf('pair'));
});

test('all mutants are killed, without false alarms', () => {
  expect(score.survivors).toEqual([]);
  expect([score.falseAlarmsOnService, score.controls.falseAlarms]).toEqual([0, []]);
});

test('each phase kills a mutant that no other phase kills', () => {
  expect(Object.keys(score.phases)).toEqual(phases.filter((phase) => phase !== 'consumers'));
  const superfluous = Object.entries(score.phases).filter(([, { alone }]) => alone.length === 0);
  expect(superfluous).toEqual([]);
});

test('other tools judged a sample of the same mutants', () => {
  const asked = (score.peers ?? []).filter(({ absent }) => absent === undefined);
  expect(asked.length).toBeGreaterThan(0);
  for (const { mutants } of asked) expect(mutants).toBe(score.sample?.ids.length);
  const known = new Set(allSubjects().map(({ id }) => id));
  expect(score.sample?.ids.filter((id) => !known.has(id))).toEqual([]);
});
