import { expect, test } from 'vitest';
import { titleOf } from './environment.ts';
import { environments } from './environments.ts';
import { callersPackages, program } from './program.ts';
import { importsOf, publishedPackages } from './published.ts';
import { readRecorded, tableOf, tablePart, withCells } from './works-with.ts';

const packages = publishedPackages();

test('the page has the table of the recorded results', () => {
  expect(tablePart.read()).toBe(tableOf(readRecorded()));
});

test('versions of which the same is said share a row, and others do not', () => {
  const [one] = readRecorded();
  if (one === undefined) throw new Error('expected an environment');
  const node = { ...one, name: 'Node', how: 'import', packages: 'all', passed: 2, of: 2 } as const;
  const versions = [
    { ...node, version: '22' },
    { ...node, version: '24', passed: 1 },
    { ...node, version: '26' },
  ];
  const rows = tableOf(versions).match(/^\| Node .*$/gm);
  expect(rows).toEqual(['| Node 22, 26 | import | all | yes |', '| Node 24 | import | all | **1 of 2** |']);
});

test('everything works in every environment that is recorded', () => {
  const recorded = readRecorded();
  expect(environments.map(titleOf)).toEqual(expect.arrayContaining(recorded.map(titleOf)));
  expect(recorded.filter(({ passed, of }) => passed < of || of === 0)).toEqual([]);
});

test('the results of an environment replace those that were recorded, and those that were skipped do not', () => {
  const [first, second] = readRecorded();
  const of = (one: typeof first) => environments.find((other) => one && titleOf(other) === titleOf(one));
  const environment = of(first);
  const other = of(second);
  if (!first || !second || !environment || !other) throw new Error('expected two environments');
  const cells = [
    { environment, trials: [{ says: 'run', fault: 'no' }] },
    { environment: other, trials: [], skipped: 'absent' },
  ];
  expect(withCells([first, second], cells)).toEqual([
    { ...first, passed: 0, of: 1, faults: ['run: no'] },
    second,
  ]);
});

test('the program loads every entry of the packages for callers', () => {
  const entries = packages
    .filter(({ manifest }) => callersPackages.includes(manifest.name))
    .flatMap(({ manifest }) => importsOf(manifest));
  for (const style of ['import', 'require'] as const)
    for (const entry of entries) expect(program(packages, { style })).toContain(`'${entry}'`);
});
