import { lineChart } from '../../harness/charts.ts';
import { readFigures } from '../../harness/metrics.ts';
import { lagsOf, type Subject } from '../../harness/receivers.ts';
import type { Replicas } from '../../harness/replicas.ts';
import { quantile } from '../../harness/statistics.ts';

/** The state at one time. */
export interface Sample {
  readonly seconds: number;
  /** Of each replica, in MiB; undefined if it did not answer. */
  readonly rss: readonly (number | undefined)[];
  /** Of the callbacks that the healthy receiver got since the last sample, in milliseconds; NaN without one. */
  readonly lagP50: number;
  readonly lagMost: number;
  /** The larger of what the replicas say, in seconds. */
  readonly workLag: number;
  readonly acknowledged: number;
  readonly injuries: number;
}

/** Takes one sample; `healthy` loses what it had taken. */
export async function sampleOf(
  replicas: Replicas,
  healthy: Subject | undefined,
  rest: Pick<Sample, 'seconds' | 'acknowledged' | 'injuries'>,
): Promise<Sample> {
  const figures = await Promise.all(
    replicas.all.map(({ operationsUrl }) => readFigures(operationsUrl, 2_000).catch(() => undefined)),
  );
  const lags = lagsOf(healthy?.taken.splice(0) ?? []).toSorted((a, b) => a - b);
  return {
    ...rest,
    rss: figures.map((one) => one?.rssMiB),
    lagP50: quantile(lags, 0.5),
    lagMost: lags.at(-1) ?? Number.NaN,
    workLag: Math.max(0, ...figures.map((one) => one?.lagSeconds || 0)),
  };
}

/** All over the same time axis; where a sample has no value, the line passes over it. */
export function chartOf(samples: readonly Sample[]): string {
  const points = (of: (sample: Sample) => number | undefined) =>
    samples.flatMap((sample) => {
      const y = of(sample);
      return y === undefined || Number.isNaN(y) ? [] : [{ x: sample.seconds, y }];
    });
  return lineChart('seconds', [
    {
      title: 'Memory of the replica that is killed and started again, MiB',
      points: points(({ rss }) => rss[0]),
    },
    { title: 'Memory of the replica that is never ended, MiB', points: points(({ rss }) => rss[1]) },
    {
      title: 'Median lag to the healthy receiver, milliseconds',
      points: points(({ lagP50 }) => lagP50),
    },
    {
      title: 'Longest lag to the healthy receiver, milliseconds',
      points: points(({ lagMost }) => lagMost),
    },
    { title: 'Age of the oldest due work, seconds', points: points(({ workLag }) => workLag) },
    { title: 'Faults under way', points: points(({ injuries }) => injuries) },
  ]);
}
