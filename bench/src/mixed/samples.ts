import { lineChart } from '../line-chart.ts';
import { quantile } from '../report.ts';
import type { Replicas } from './replicas.ts';
import type { Resident } from './world.ts';

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
  healthy: Resident,
  rest: Pick<Sample, 'seconds' | 'acknowledged' | 'injuries'>,
): Promise<Sample> {
  const texts = await Promise.all(replicas.all.map(({ operationsUrl }) => metricsOf(operationsUrl)));
  const lags = healthy.taken
    .splice(0)
    .map(({ at, statusAt }) => at - statusAt)
    .sort((a, b) => a - b);
  const rss = texts.map((text) => {
    const bytes = read(text, 'process_resident_memory_bytes');
    return Number.isNaN(bytes) ? undefined : Math.round(bytes / 2 ** 20);
  });
  const workLags = texts.map((text) => read(text, 'cascade_work_lag_seconds') || 0);
  return {
    ...rest,
    rss,
    lagP50: quantile(lags, 0.5),
    lagMost: lags.at(-1) ?? Number.NaN,
    workLag: Math.max(0, ...workLags),
  };
}

async function metricsOf(operationsUrl: string): Promise<string> {
  try {
    const answer = await fetch(`${operationsUrl}/metrics`, { signal: AbortSignal.timeout(2_000) });
    return await answer.text();
  } catch {
    return '';
  }
}

function read(text: string, name: string): number {
  return Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
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
