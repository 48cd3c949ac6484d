import type { Part } from './prepared.ts';

/** Writes that share the statement of a caller, and what follows once that is committed, or is not. */
export interface Enlisted<Read = unknown> {
  readonly parts: readonly Part[];
  /** What the statement reads besides, as it was before. */
  readonly read?: Part | undefined;
  /** To be called after the commit, with what the caller has read. */
  committed(read: Read): void;
  /** To be called if the transaction failed, or its answer was lost: then what was written is found later. */
  notCommitted(): void;
}

/**
 * The writes of several as those of one; what follows, follows in their order.
 * @throws {Error} if more than one of them reads: a statement has one answer.
 */
export function join<Read>(...all: readonly Enlisted<Read>[]): Enlisted<Read> {
  const reads = all.flatMap(({ read }) => read ?? []);
  if (reads.length > 1) throw new Error(`expected one read in a statement, got ${reads.length}`);
  return {
    parts: all.flatMap(({ parts }) => parts),
    read: reads[0],
    committed(read) {
      for (const one of all) one.committed(read);
    },
    notCommitted() {
      for (const one of all) one.notCommitted();
    },
  };
}
