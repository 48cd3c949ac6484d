import { readFileSync, writeFileSync } from 'node:fs';
import { commandLine, runCommand } from '@cascade/contract/command-line';
import { consumerMutants, controls, type Mutant, mutants, untestable } from './index.ts';

const file = new URL('../results/mutants.json', import.meta.url);

/**
 * What other packages may know of the mutants: ids, clauses and titles, without the code that makes them. The
 * docs read it from `results/mutants.json`.
 */
export function mutantList(): string {
  const lists = {
    mutants: [...mutants.map(rowOf), ...consumerMutants.map(rowOf)],
    controls: controls.map(({ id, because, title }) => ({ id, because, title })),
    untestable: Object.entries(untestable).map(([clause, because]) => ({ clause, because })),
  };
  const members = Object.entries(lists).map(([name, rows]) => {
    const lines = rows.map((row) => `    ${JSON.stringify(row)}`);
    return `  ${JSON.stringify(name)}: [\n${lines.join(',\n')}\n  ]`;
  });
  return `{\n${members.join(',\n')}\n}\n`;
}

function rowOf(mutant: Pick<Mutant, 'id' | 'clauses' | 'title' | 'assumes'> & { readonly class: string }) {
  const { id, class: kind, clauses, title, assumes } = mutant;
  return { id, class: kind, clauses, title, assumes };
}

/** The list as committed. */
export function readMutantList(): string {
  return readFileSync(file, 'utf8');
}

const command = commandLine(
  'npm --prefix packages/verifier run mutants --',
  'Writes results/mutants.json, the list of mutants that the docs read.',
  'Example:\n  npm --prefix packages/verifier run mutants -- --check',
).option('--check', 'write nothing; exit code 1 if it is not current');

if (import.meta.main)
  process.exitCode = await runCommand(command, ({ check }) => {
    const isStale = readMutantList() !== mutantList();
    if (!check) writeFileSync(file, mutantList());
    else if (isStale)
      process.stderr.write('results/mutants.json is not current; to write it: node mutants/list.ts\n');
    return check && isStale ? 1 : 0;
  });
