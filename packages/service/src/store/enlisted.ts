import type { Part } from './prepared.ts';

/** Writes that share the statement of a caller, and what follows once that is committed, or is not. */
export interface Enlisted<Decision = void> {
  readonly parts: readonly Part[];
  /** To be called after the commit, with what the statement has decided. */
  committed(decision: Decision): void;
  /** To be called if the transaction failed, or its answer was lost: then what was written is found later. */
  notCommitted(): void;
}

/** The writes of several as those of one; what follows, follows in their order. */
export function join(...all: readonly Enlisted[]): Enlisted {
  return {
    parts: all.flatMap(({ parts }) => parts),
    committed() {
      for (const one of all) one.committed();
    },
    notCommitted() {
      for (const one of all) one.notCommitted();
    },
  };
}
