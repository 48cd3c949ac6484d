import { startMock } from '@cascade/mock';
import { expect, onTestFinished, test } from 'vitest';
import { type MakeChange, mutants, startMutantProxy, timeMutants } from '../mutants/index.ts';
import { type Profile, type Report, verify } from '../src/index.ts';
import { ownProfile } from './support/broken-provider.ts';

interface Judged {
  readonly change?: MakeChange;
  readonly control?: boolean;
  readonly profile?: (profile: Profile) => Profile;
  /** All of the phase if absent. */
  readonly scenarios?: readonly string[];
}

/** What the callback phase says of a mock of its own. */
async function judge({
  change = () => ({}),
  control = true,
  profile = (own) => own,
  scenarios,
}: Judged): Promise<Report> {
  const mock = await startMock({ port: 0, control });
  onTestFinished(() => mock.close());
  const own = await ownProfile('mock');
  const callbackSecrets = [own.callback?.secret ?? ''];
  const proxy = await startMutantProxy({ target: mock.url, mutant: { change }, callbackSecrets });
  onTestFinished(proxy.close);
  const patient = { ...own, callback: { ...own.callback, withinSeconds: 60 } };
  return verify({
    target: proxy.url,
    profile: profile(patient),
    phases: ['callback'],
    ...(scenarios && { scenarios }),
    setupCheck: false,
    timeoutInMilliseconds: 60_000,
  });
}

const found = ({ findings }: Report) => [...new Set(findings.map(({ scenario }) => scenario))].toSorted();
const open = (report: Report) => report.inconclusive.map(({ scenario }) => scenario);

test('with the clock of the mock nothing waits, and only the length of a message is open', async () => {
  const report = await judge({});
  expect(report.findings).toEqual([]);
  expect(open(report)).toEqual(['long-text-is-reported']);
});

test('a mock whose clock an earlier run has put forward is judged by its own time', async () => {
  const mock = await startMock({ port: 0, control: true });
  onTestFinished(() => mock.close());
  const forward = { method: 'POST', headers: { 'content-type': 'application/json' } };
  await fetch(`${mock.url}/control/clock`, { ...forward, body: '{"forwardSeconds":1000000}' });
  const scenarios = ['history-filters', 'callback-signed', 'key-expired'];
  const report = await verify({ target: mock.url, profile: await ownProfile('mock'), scenarios });
  expect(report.findings).toEqual([]);
  expect(report.verdict).toBe('conformant');
});

test('a mock whose clock is not served leaves open what needs it', async () => {
  const only = (profile: Profile): Profile => ({
    ...profile,
    callback: { ...profile.callback, withinSeconds: 1 },
  });
  const report = await judge({ control: false, profile: only });
  expect(report.findings).toEqual([]);
  const failed = report.inconclusive.filter(({ reason }) => reason === 'clock: the provider answered 404');
  expect(failed.map(({ scenario }) => scenario)).toEqual([
    'duplicate-window-ends',
    'daily-limit-ends',
    'dialogue-lasts',
    'dialogue-ends',
    'dialogue-not-extended',
    'reused-id-after-days',
  ]);
});

test.each([
  ['callback-other-reason-daily-rate-limit', ['daily-limit-reached', 'reason-daily-rate-limit']],
  ['callback-no-retry', ['callback-repeated', 'callback-repeated-after-404']],
  ['callback-no-retry-after-404', ['callback-repeated-after-404']],
  ['callback-after-410', ['callback-stops-at-410']],
])('no time is spent on what does not come: %s', async (id, scenarios) => {
  const { change } = mutants.find((mutant) => mutant.id === id) ?? {};
  // In real time the test would run into its limit.
  const slow = (profile: Profile): Profile => ({
    ...profile,
    callback: { ...profile.callback, withinSeconds: 600, repeatsWithinSeconds: 600 },
  });
  expect(found(await judge({ ...(change && { change }), profile: slow }))).toEqual(scenarios);
});

test.each(timeMutants)('$id is found by $scenario alone', async ({ change, scenario, assumes }) => {
  expect(found(await judge({ change }))).toEqual([scenario]);
  // Not because another scenario has put the clock forward.
  expect(found(await judge({ change, scenarios: [scenario] }))).toEqual([scenario]);
  if (assumes === undefined) return;
  const follows = (profile: Profile) => ({
    ...profile,
    holds: profile.holds?.filter((decision) => decision !== assumes) ?? [],
  });
  expect(found(await judge({ change, profile: follows }))).toEqual([]);
});
