import { type Profile, type Report, verify } from '../src/index.ts';
import { profileOf, startProvider, withMock } from './provider.ts';

/** The whole suite at its usual depth: the median of several runs in one process, the first of which loads everything. */
interface Speed {
  readonly firstSeconds: number;
  readonly seconds: number;
  readonly requests: number;
}

const runs = 5;

/** The service lives in this process and writes to its store; the mock has a process of its own. */
export async function measureSpeed(): Promise<{ service: Speed; mock: Speed }> {
  // The mock comes first, so that its first run is the first of the process.
  const mock = await withMock((target, profile) => speedOn(target, () => profile));
  const provider = await startProvider(runs);
  try {
    return { mock, service: await speedOn(provider.url, profileOf) };
  } finally {
    await provider.close();
  }
}

async function speedOn(target: string, profile: (run: number) => Profile | Promise<Profile>): Promise<Speed> {
  const reports: Report[] = [];
  for (let run = 0; run < runs; run += 1)
    reports.push(await verify({ target, profile: await profile(run), seed: 1 }));
  const seconds = reports.map((report) => report.seconds);
  const middle = seconds.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
  return { firstSeconds: seconds[0] ?? 0, seconds: middle, requests: reports[0]?.requests ?? 0 };
}

/** Property cases per second, at full depth, against the mock in a process of its own. */
export function measureProperties(): Promise<number> {
  return withMock(async (target, profile) => {
    const { phases } = await verify({ target, profile, seed: 1, deep: true, phases: ['properties'] });
    const [properties] = phases;
    return Math.round((properties?.attempts ?? 0) / (properties?.seconds ?? 1));
  });
}
