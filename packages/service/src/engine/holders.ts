import type { Holder } from '@cascade/transition';
import type { Replica } from '../store/replica.ts';

/** A turn, under way until its `end` is called. */
export interface HeldTurn {
  readonly holder: Holder;
  end(): void;
}

/** The turns of this replica's sends, of which each attempt has one at a time (decisions/one-holder.md). */
export type Holders = ReturnType<typeof createHolders>;

export function createHolders(replica: Pick<Replica, 'id'>) {
  const underWay = new Set<number>();
  let last = 0;
  return {
    /** A holder of its own, to be committed with an attempt before that is sent. */
    hold(): HeldTurn {
      last += 1;
      const turn = last;
      underWay.add(turn);
      return { holder: { replica: replica.id, turn }, end: () => void underWay.delete(turn) };
    },
    /** Whether a holder may send. Holders of other replicas may, for all that this one knows. */
    isUnderWay: (holder: Holder) => holder.replica !== replica.id || underWay.has(holder.turn),
  };
}
