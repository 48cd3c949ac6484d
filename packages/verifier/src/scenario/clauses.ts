import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { defined } from '../defined.ts';
import { notObservable } from './not-observable.ts';

export interface Clause {
  readonly id: string;
  readonly kind: string;
  readonly says: string;
  /** Why it cannot be observed from outside; absent if it can. */
  readonly hidden?: string;
}

/** A line of a file of the contract. */
export interface ContractPlace {
  /** Below the package of the contract. */
  readonly file: string;
  readonly line: number;
}

const file = new URL(import.meta.resolve('@cascade/spec/clauses.yaml'));

/** Where the clause is written; undefined if there is none with this id. */
export function lineOfClause(id: string): ContractPlace | undefined {
  const lines = readFileSync(file, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.startsWith(`${id}:`) || line.startsWith(`'${id}':`));
  return at === -1 ? undefined : { file: 'clauses.yaml', line: at + 1 };
}

/** Every clause of the source document, in its order. */
export function loadClauses(): readonly Clause[] {
  const entries: Readonly<Record<string, { kind: string; says: string }>> = parse(readFileSync(file, 'utf8'));
  return Object.entries(entries).map(([id, { kind, says }]) => {
    const hidden = kind === 'not-shown' ? 'the source leaves it open' : notObservable[id];
    return { id, kind, says, ...defined({ hidden }) };
  });
}
