import { type BarPanel, barChart } from '../../harness/charts.ts';
import type { Limit } from './pgbench.ts';
import type { Fate, Run } from './scene.ts';

/** What a system was found to do. */
export interface Measured {
  readonly says: string;
  readonly highestRate: number;
  /** Absent if it holds none. */
  readonly atHighestRate?: Run;
  readonly atCommonRate: Run;
  readonly rounds: readonly Fate[];
  /** What the SMSC counted until the kills, and at the end. */
  readonly beforeKills: object;
  readonly gateway: object;
}

/** By the number of reports, then by the name of the system. */
export type PeerResults = Readonly<Record<string, Readonly<Record<string, Measured>>>>;

/** Rates, lags and processor time of each system, side by side. */
export function chartOf(results: PeerResults, limit: Limit | undefined): string {
  const panels = Object.entries(results).flatMap(([reports, systems]): BarPanel[] => {
    const bars = (of: (run: Run, highest: number) => number, unit: string) =>
      Object.entries(systems).map(([label, { atCommonRate, highestRate }]) => {
        const value = of(atCommonRate, highestRate);
        return { label, value, text: `${value} ${unit}`, isOurs: label === 'cascade' };
      });
    const rate = Object.values(systems)[0]?.atCommonRate.rate;
    return [
      { title: `Highest rate with ${reports}, messages a second`, bars: bars((_, highest) => highest, '') },
      {
        title: `Lag at ${rate} a second with ${reports}, median`,
        bars: bars((run) => run.lagMilliseconds.p50, 'ms'),
      },
      {
        title: `Processor time of a message at that rate with ${reports}`,
        bars: bars((run) => run.processorPerMessage, 'µs'),
      },
    ];
  });
  const limits = Object.entries(limit?.cascadesPerSecond ?? {}).map(([atOnce, value]) => ({
    label: `${atOnce} in a commit`,
    value,
    text: String(value),
  }));
  const last =
    limits.length === 0 ? [] : [{ title: 'The same rows by pgbench, cascades a second', bars: limits }];
  return barChart([...panels, ...last]);
}
