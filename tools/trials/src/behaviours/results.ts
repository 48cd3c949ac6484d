import { round } from '@cascade/bench/harness/statistics';
import { cascadeSettings } from './clients/cascade.ts';
import { jasminSettings, retries } from './clients/jasmin.ts';
import { kannelSettings } from './clients/kannel.ts';
import { faultsOf, isAsGood, type RowOutcome } from './judge.ts';
import { type Behaviour, type ClientName, clientNames as names } from './table.ts';

/** What became of the texts of a row, by client. */
export type Outcomes = Partial<Readonly<Record<ClientName, RowOutcome>>>;

/** A row of the result. */
export interface BehaviourRow {
  readonly group: string;
  readonly does: string;
  readonly met: string | null;
  /** What each client has as settings for this SMSC. */
  readonly settings: Behaviour['settings'];
  readonly outcomes: Outcomes;
  /** Ours is at least as good as the better of the others; null without another. */
  readonly isAsGood: boolean | null;
  /** Ours alone is without a fault. */
  readonly isAlone: boolean;
}

export function rowOf(
  group: string,
  { does, met, settings = {} }: Behaviour,
  outcomes: Outcomes,
): BehaviourRow {
  const { cascade, ...rest } = outcomes;
  const others = Object.values(rest);
  return {
    group,
    does,
    met: met ?? null,
    settings,
    outcomes,
    isAsGood:
      cascade === undefined || others.length === 0 ? null : others.every((one) => isAsGood(cascade, one)),
    isAlone: cascade !== undefined && faultsOf(cascade) === 0 && others.every((one) => faultsOf(one) > 0),
  };
}

export function behaviourResults(rows: readonly BehaviourRow[]) {
  const faultless = names.map((name) => [
    name,
    rows.filter(({ outcomes: { [name]: one } }) => one !== undefined && faultsOf(one) === 0).length,
  ]);
  return {
    says: 'each row is a behaviour of an SMSC, and what became of its texts with each client: subscribers that did not get theirs (missing), got it more often than once (twice) or not as it was written (garbled); callers that were told wrongly, or not told how it ended; seconds until subscribers had it. isAsGood: the service has no more faults than the better of the others, and is as soon, to a second and a quarter; isAlone: it alone has none',
    usualSettings: {
      cascade: cascadeSettings,
      kannel: kannelSettings,
      jasmin: { ...jasminSettings, ...retries },
    },
    behaviours: rows.length,
    faultless: Object.fromEntries(faultless),
    worse: rows.filter(({ isAsGood: isGood }) => isGood === false).map(({ does }) => does),
    alone: rows.filter(({ isAlone }) => isAlone).length,
    shareAsGood: round(rows.filter(({ isAsGood: isGood }) => isGood).length / rows.length),
    rows,
  };
}
