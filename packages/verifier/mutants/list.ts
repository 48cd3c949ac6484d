import { readFileSync, writeFileSync } from 'node:fs';
import { consumerMutants, controls, type Mutant, mutants, untestable } from './index.ts';

const file = new URL('../results/mutants.json', import.meta.url);

/**
 * What other packages may know of the mutants: ids, clauses and titles, without the code that makes them. The docs read
 * it from `results/mutants.json`.
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

export function writeMutantList(): void {
  writeFileSync(file, mutantList());
}
