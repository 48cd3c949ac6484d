import { type Profile, type Report, type VerifyOptions, verify } from '../src/index.ts';
import { profileOf, startProvider, withMock } from './provider.ts';

type Options = Omit<VerifyOptions, 'target' | 'profile'>;

/** Judges the mock in a process of its own, and the service in this one, `runs` times each. */
async function judgeBoth(options: Options, runs = 1): Promise<{ mock: Report[]; service: Report[] }> {
  const judge = async (target: string, profile: (run: number) => Profile | Promise<Profile>) => {
    const reports: Report[] = [];
    for (let run = 0; run < runs; run += 1)
      reports.push(await verify({ target, profile: await profile(run), seed: 1, ...options }));
    return reports;
  };
  // The mock comes first, so that its first run is the first of the process.
  const mock = await withMock((target, profile) => judge(target, () => profile));
  const provider = await startProvider(runs);
  return { mock, service: await judge(provider.url, profileOf).finally(provider.close) };
}

/** Judges service and mock once. */
export async function judgeOnce(options: Options = {}): Promise<{ service: Report; mock: Report }> {
  const {
    service: [service],
    mock: [mock],
  } = await judgeBoth(options);
  if (service === undefined || mock === undefined) throw new Error('a run has no report');
  return { service, mock };
}

/**
 * The whole suite at its usual depth: the median of several runs in one process, the first of which loads
 * everything.
 */
interface Speed {
  readonly firstSeconds: number;
  readonly seconds: number;
  readonly requests: number;
}

export async function measureSpeed(): Promise<{ service: Speed; mock: Speed }> {
  const { service, mock } = await judgeBoth({}, 5);
  return { mock: speedOf(mock), service: speedOf(service) };
}

function speedOf(reports: readonly Report[]): Speed {
  const seconds = reports.map((report) => report.seconds);
  const middle = seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length / 2)] ?? 0;
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
