import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A line of a file of the contract. */
export interface ContractPlace {
  /** Below the package of the contract. */
  readonly file: string;
  readonly line: number;
}

/**
 * By `clause` or `scenario` and its id: where a clause is written, and where a scenario says what it expects.
 */
export function readContractPlaces(): Readonly<Record<string, ContractPlace>> {
  found ??= { ...ofClauses(), ...ofScenarios() };
  return found;
}

let found: Readonly<Record<string, ContractPlace>> | undefined;

function ofClauses(): Record<string, ContractPlace> {
  const lines = linesOf('clauses.yaml').flatMap((line, at) => {
    const [, id] = /^'?([^\s'#][^':]*)'?:/.exec(line) ?? [];
    return id === undefined ? [] : [[`clause ${id}`, { file: 'clauses.yaml', line: at + 1 }] as const];
  });
  return Object.fromEntries(lines);
}

function ofScenarios(): Record<string, ContractPlace> {
  const names = readdirSync(pathOf('scenarios'), { encoding: 'utf8', recursive: true });
  const files = names
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => {
      const file = `scenarios/${name.replaceAll('\\', '/')}`;
      const at = linesOf(file).findIndex((line) => line.startsWith('then:'));
      return [`scenario ${basename(name, '.yaml')}`, { file, line: Math.max(0, at) + 1 }] as const;
    });
  return Object.fromEntries(files);
}

function linesOf(file: string): string[] {
  return readFileSync(pathOf(file), 'utf8').split('\n');
}

function pathOf(file: string): string {
  return join(fileURLToPath(new URL('.', import.meta.resolve('@cascade/spec/clauses.yaml'))), file);
}
