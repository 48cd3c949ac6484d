import { verify } from '../src/index.ts';
import { profileOf, startProvider } from './provider.ts';

/** The whole suite at its usual depth: the median of several runs, the first of which loads everything. */
export interface Speed {
  readonly firstSeconds: number;
  readonly seconds: number;
  readonly requests: number;
}

const runs = 5;

export async function measureSpeed(): Promise<Speed> {
  const provider = await startProvider(runs);
  try {
    const reports = [];
    for (let run = 0; run < runs; run += 1)
      reports.push(await verify({ target: provider.url, profile: await profileOf(run), seed: 1 }));
    const seconds = reports.map((report) => report.seconds);
    const middle = seconds.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
    return { firstSeconds: seconds[0] ?? 0, seconds: middle, requests: reports[0]?.requests ?? 0 };
  } finally {
    await provider.close();
  }
}
