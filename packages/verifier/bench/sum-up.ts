import type { Judged } from './judge-worker.ts';

export interface ClassScore {
  readonly mutants: number;
  readonly killed: number;
  /** Of those killed, how many reports name a clause that is broken. */
  readonly named: number;
}

export interface Score {
  readonly mutants: ClassScore;
  readonly classes: Readonly<Record<string, ClassScore>>;
  /** Those that rest on a decision of ours, judged with --assumptions. */
  readonly assumed: ClassScore;
  readonly pairs: ClassScore;
  readonly controls: { readonly count: number; readonly falseAlarms: readonly string[] };
  readonly falseAlarmsOnService: number;
  /** Bytes of the smallest request that shows the defect: the middle of all mutants. */
  readonly witnessBytes: number;
  readonly survivors: readonly { readonly id: string; readonly verdict: string; readonly reason?: string }[];
}

/** Counts what was found. A mutant is killed by findings; could-not-judge is no kill, and no pass either. */
export function sumUp(judged: readonly Judged[]): Score {
  const of = (kind: Judged['kind']) => judged.filter((each) => each.kind === kind);
  const mutants = of('mutant');
  const witnesses = mutants
    .flatMap(({ findings }) => {
      const sizes = findings.map(({ bytes }) => bytes).filter((bytes) => bytes > 0);
      return sizes.length === 0 ? [] : [Math.min(...sizes)];
    })
    .toSorted((a, b) => a - b);
  const controls = of('control');
  return {
    mutants: count(mutants),
    classes: Object.fromEntries(
      [...Map.groupBy(mutants, (mutant) => mutant.class ?? '')].map(([name, all]) => [name, count(all)]),
    ),
    assumed: count(of('assumed')),
    pairs: count(of('pair')),
    controls: {
      count: controls.length,
      falseAlarms: controls.filter(({ verdict }) => verdict !== 'conformant').map(({ id }) => id),
    },
    falseAlarmsOnService: of('plain').reduce((sum, { findings }) => sum + findings.length, 0),
    witnessBytes: witnesses[Math.floor(witnesses.length / 2)] ?? 0,
    survivors: [...mutants, ...of('assumed'), ...of('pair')]
      .filter((each) => !isKilled(each))
      .map(({ id, verdict, reason }) => ({ id, verdict, ...(reason === undefined ? {} : { reason }) })),
  };
}

function isKilled({ verdict }: Judged): boolean {
  return verdict === 'non-conformant';
}

function count(all: readonly Judged[]): ClassScore {
  const killed = all.filter(isKilled);
  const named = killed.filter(({ clauses, findings }) =>
    findings.some(({ clause }) => clauses.includes(clause)),
  );
  return { mutants: all.length, killed: killed.length, named: named.length };
}
