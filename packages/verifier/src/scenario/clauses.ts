import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { defined } from '../defined.ts';

export interface Clause {
  readonly id: string;
  readonly kind: string;
  readonly says: string;
  /** Why it cannot be observed from outside; absent if it can. */
  readonly hidden?: string;
}

const file = new URL(import.meta.resolve('@cascade/spec/clauses.yaml'));

let loaded: readonly Clause[] | undefined;

/** Every clause of the source document, in its order. */
export function loadClauses(): readonly Clause[] {
  loaded ??= readClauses();
  return loaded;
}

function readClauses(): readonly Clause[] {
  const entries: Readonly<Record<string, { kind: string; says: string }>> = parse(readFileSync(file, 'utf8'));
  return Object.entries(entries).map(([id, { kind, says }]) => {
    const hidden = kind === 'not-shown' ? 'the source leaves it open' : notObservable[id];
    return { id, kind, says, ...defined({ hidden }) };
  });
}

/** Clauses that cannot be observed from outside, with the reason; besides those of kind `not-shown` (§1 to §9). */
export const notObservable: Readonly<Record<string, string>> = {
  '7.1/system-error': 'an internal error of the provider cannot be provoked from outside',
  '4.2/list-cascades': 'path, method and shape of the operation are not shown',
  '7.4/message-undeliverable-causes': 'the processes inside chattwo cannot be observed from outside',
};
