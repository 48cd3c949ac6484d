import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { defined } from '../defined.ts';
import { notObservable } from './not-observable.ts';

export interface KnownClause {
  readonly id: string;
  readonly kind: string;
  readonly says: string;
  /** Why it cannot be observed from outside; absent if it can. */
  readonly hidden?: string;
}

const file = new URL(import.meta.resolve('@cascade/spec/clauses.yaml'));

let loaded: readonly KnownClause[] | undefined;

/** Every clause of the source document, in its order. */
export function loadClauses(): readonly KnownClause[] {
  loaded ??= readClauses();
  return loaded;
}

function readClauses(): readonly KnownClause[] {
  const entries: Readonly<Record<string, { kind: string; says: string }>> = parse(readFileSync(file, 'utf8'));
  return Object.entries(entries).map(([id, { kind, says }]) => {
    const hidden = kind === 'not-shown' ? 'the source leaves it open' : notObservable[id];
    return { id, kind, says, ...defined({ hidden }) };
  });
}
