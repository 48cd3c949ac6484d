import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { partOfMutants, readResult } from '../bench/results.ts';
import { listIds } from '../bench/source-mutation/judge-source.ts';
import {
  checkSurvivors,
  readExplanations,
  type SourceResult,
  sumUpMutants,
  toSummary,
} from '../bench/source-mutation/result.ts';

const result = await readResult<SourceResult>('source-mutation');
const explanations = await readExplanations();
const { status } = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']);

test('every survivor is explained, and every explanation is about a survivor', () => {
  const { unexplained, stale } = checkSurvivors(result.judged, explanations);
  expect({ unexplained, stale }).toEqual({ unexplained: [], stale: [] });
});

test('the figures in mutants/README.md are those of the result', async () => {
  expect(sumUpMutants(result.judged, explanations, result.run)).toEqual(result);
  const part = partOfMutants('source mutation', 'bench/source-mutation/run.ts');
  expect(part.read()).toBe(toSummary(result));
});

// The text of a mutant comes from the parser of Python, which words it a little differently in other
// versions.
const version = spawnSync('python3', ['--version'], { encoding: 'utf8' }).stdout?.trim();
const isSame = status === 0 && version?.startsWith(`Python ${result.run.python.replace(/\.\d+$/, '')}.`);

test.skipIf(!isSame)(
  'the mutants are those of the provider as it is; if not: npm run mutate:sources',
  async () => {
    expect((await listIds()).toSorted()).toEqual(result.judged.map(({ id }) => id).toSorted());
  },
);

test('a survivor without an explanation is told from one with it', () => {
  const judged = [
    { id: 'a', line: 1, operator: 'constant', outcome: 'survived' },
    { id: 'b', line: 2, operator: 'constant', outcome: 'timeout' },
    { id: 'c', line: 3, operator: 'constant', outcome: 'caught', by: 'x' },
  ] as const;
  const one = [{ why: '', kind: 'free', mutants: ['a', 'c', 'd'] }] as const;
  const { unexplained, stale } = checkSurvivors(judged, one);
  expect(unexplained.map(({ id }) => id)).toEqual(['b']);
  expect(stale).toEqual(['c', 'd']);
});
