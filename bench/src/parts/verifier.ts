import { fileURLToPath } from 'node:url';
import { type Report, readProfile, verify } from '@cascade/verifier';
import { Pool } from 'undici';
import { schedulingBody, schedulingHeaders } from '../scheduling-body.ts';
import { forkModule } from './forked.ts';
import { serveMock } from './mock.ts';
import type { Figure, Part, Turn } from './part.ts';

const profilePath = new URL('../profiles/mock.yaml', import.meta.resolve('@cascade/verifier'));
const figures = {
  time: { says: 'a run', unit: 's', better: 'lower' },
  processor: { says: 'processor time of a run, without the mock', unit: 's', better: 'lower' },
} as const satisfies Readonly<Record<string, Figure>>;

export const verifier: Part = {
  name: 'verifier',
  says: 'judges the mock by all scenarios, at the usual depth',
  peer: 'as many plain requests to the mock, one after another, whose answers are not read',
  figures,
  prepare: () =>
    atTheMock(async (url, run) => {
      const { requests } = await run(false);
      return { ours: () => run(false), peer: () => sendPlain(url, requests) };
    }),
};

export const verifierFast: Part = {
  name: 'verifier-fast',
  says: 'judges the mock with --fast: fewer generated cases, and no second judge',
  peer: 'a run at the usual depth',
  figures,
  prepare: () => atTheMock(async (_, run) => ({ ours: () => run(true), peer: () => run(false) })),
};

type Run = (fast: boolean) => Promise<Report>;
interface Sides {
  ours(): Promise<unknown>;
  peer(): Promise<unknown>;
}

async function atTheMock(sidesOf: (url: string, run: Run) => Promise<Sides>): ReturnType<Part['prepare']> {
  const mock = await forkModule<string>(serveMock);
  const profile = await readProfile(fileURLToPath(profilePath));
  const run: Run = async (fast) => {
    const report = await verify({ target: mock.message, profile, fast });
    if (report.findings.length > 0) throw new Error(`the verifier has ${report.findings.length} findings`);
    return report;
  };
  const { ours, peer } = await sidesOf(mock.message, run);
  return { ours: timed(ours), peer: timed(peer), close: mock.close };
}

function timed(work: () => Promise<unknown>): Turn {
  return async () => {
    const [processor, begin] = [process.cpuUsage(), performance.now()];
    await work();
    const { user, system } = process.cpuUsage(processor);
    return { time: (performance.now() - begin) / 1_000, processor: (user + system) / 1e6 };
  };
}

async function sendPlain(url: string, count: number): Promise<void> {
  const pool = new Pool(url, { connections: 1 });
  const headers = schedulingHeaders('demo-key');
  for (let sent = 0; sent < count; sent += 1) {
    const request = {
      method: 'POST',
      path: '/api/cascade/schedule',
      headers,
      body: schedulingBody(),
    } as const;
    const { body } = await pool.request(request);
    await body.dump();
  }
  await pool.destroy();
}
