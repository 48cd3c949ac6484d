import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '@cascade/repository/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import {
  faults,
  type ProviderFault,
  profile,
  startFaultyProvider,
} from '../bench/history/faulty-provider.ts';
import { profileOf, startProvider } from '../bench/provider.ts';
import { runHistory } from '../src/history/run-history.ts';
import { toTimeline } from '../src/history/timeline.ts';
import { freshFolder, runVerifier } from './support/run-verifier.ts';

/** `npm --prefix packages/verifier run history-faults` tries all of them, each for a minute. */
const seed = Number(process.env.SEED ?? 1);

async function start(fault?: ProviderFault, lost = 0): Promise<readonly string[]> {
  const provider = await startFaultyProvider(fault, seededRandom(seed), lost);
  onTestFinished(async () => void (await provider.close()));
  return provider.targets;
}

test.each<ProviderFault>([
  'id-check-then-act',
  'id-by-replica',
  'id-accepted-unstored',
  'money-twice-on-retry',
  'read-lags',
])('finds %s', async (fault) => {
  const options = { profile, targets: await start(fault), seconds: 60, seed, timeoutInMilliseconds: 60_000 };
  const { verdict, finding } = await runHistory(options);
  expect(verdict).toBe('unexplained');
  expect(finding?.length).toBeLessThan(4);
});

test('explains a right provider', async () => {
  const options = { profile, targets: await start(), seconds: 3, seed, timeoutInMilliseconds: 60_000 };
  expect(await runHistory(options)).toMatchObject({ verdict: 'explained', undecided: 0 });
});

test('a lost answer is held against no provider', async () => {
  const options = {
    profile,
    targets: await start(undefined, 0.03),
    seconds: 4,
    seed,
    timeoutInMilliseconds: 60_000,
  };
  const { verdict, answers, undecided } = await runHistory(options);
  expect({ verdict, undecided }).toEqual({ verdict: 'explained', undecided: 0 });
  expect(answers.unknown).toBeGreaterThan(0);
});

test('a replica that never answers is named: it was not judged', async () => {
  const targets = [...(await start()), 'http://127.0.0.1:1'];
  const options = { profile, targets, seconds: 1, seed, timeoutInMilliseconds: 60_000 };
  expect(await runHistory(options)).toMatchObject({
    verdict: 'could-not-judge',
    reason: 'http://127.0.0.1:1 answered nothing',
  });
});

test('explains the service', async () => {
  const service = await startProvider(1);
  onTestFinished(service.close);
  const follows = { ...(await profileOf(0)), holds: ['ADR-0007', 'ADR-0035'] };
  const options = {
    profile: follows,
    targets: [service.url],
    seconds: 3,
    seed,
    timeoutInMilliseconds: 60_000,
  };
  const { verdict, reason, answers, finding = [] } = await runHistory(options);
  expect({ verdict, reason }, toTimeline(finding)).toEqual({ verdict: 'explained', reason: undefined });
  expect(answers).toMatchObject({ accepted: expect.any(Number), listed: expect.any(Number) });
  expect(answers.unknown).toBeUndefined();
});

test('the command shows the finding as a timeline, and ends with 1', async () => {
  const [url = ''] = await start('id-check-then-act');
  const folder = await freshFolder();
  const file = join(folder, 'profile.yaml');
  const svg = join(folder, 'finding.svg');
  await writeFile(file, JSON.stringify(profile));
  const { code, out } = await runVerifier(
    'history',
    url,
    '--profile',
    file,
    '--seed',
    `${seed}`,
    '--svg',
    svg,
  );
  expect({ code, out }).toEqual({
    code: 1,
    out: expect.stringMatching(/No order explains.*\n.*█.*accepted\n/),
  });
  expect(await readFile(svg, 'utf8')).toContain('No order explains these answers');
});

test('the recorded runs agree with Porcupine, and are about the faults as they are', async () => {
  const read = async (name: string) =>
    JSON.parse(await readFile(new URL(`../results/${name}.json`, import.meta.url), 'utf8'));
  expect(await read('history-check')).toMatchObject({ histories: 100_000, disagreements: [] });
  const { judged, found } = await read('history-faults');
  expect(judged.map(({ fault }: { fault: string }) => fault)).toEqual(['none', ...Object.keys(faults)]);
  expect(judged[0].verdict).toBe('explained');
  expect(found).toBeGreaterThanOrEqual(38);
});
