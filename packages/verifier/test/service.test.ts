import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { profileOf, startProvider } from '../bench/provider.ts';
import { type MakeChange, mutants, startMutantProxy } from '../mutants/index.ts';
import { type Profile, type Report, readProfile, verify } from '../src/index.ts';

const patient = { timeoutInMilliseconds: 60_000 };
let service: Awaited<ReturnType<typeof startProvider>>;
let profile: Profile;
let report: Report;
let repetition: { readonly plain: Report; readonly broken: Report };
let findings: readonly (readonly [mutant: string, scenarios: readonly string[]])[];

/** What implementers have got wrong, each with the scenario that it is about. */
const faults: readonly (readonly [mutant: string, scenario: string])[] = [
  ['crash-content-null', 'scheduleMessage-content-type-at-null-outside'],
  ['crash-cascade-id-of-32-bits', 'scheduleMessage-cascadeId-type-at-2-31-inside'],
  ['crash-large-body', 'accepts-large-body'],
  ['crash-byte-order-mark', 'answers-scheduleMessage-400'],
  ['side-effect-refusal-pays', 'balance-stays-spent'],
  ['stateful-forgets-after-two-seconds', 'reused-id-in-the-end'],
  ['callback-one-id', 'callback-ids-differ'],
  ['callback-no-retry-after-404', 'callback-repeated-after-404'],
  ['callback-after-410', 'callback-stops-at-410'],
  ['callback-later-stages', 'stages-end-with-delivered'],
];

beforeAll(async () => {
  service = await startProvider(2 + faults.length);
  profile = withPatience(
    await readProfile(fileURLToPath(new URL('../profiles/service/profile.yaml', import.meta.url))),
  );
  const { change } = mutants.find(({ id }) => id === 'callback-new-id-on-retry') ?? {};
  // A repetition takes 4 seconds: meanwhile there are other things to do.
  const [whole, plain, broken, found] = await Promise.all([
    verify({ ...patient, target: service.url, profile, seed: 1 }),
    judgeRepetition(0),
    judgeRepetition(1, change),
    Promise.all(faults.map(([id, scenario], at) => judgeFault(2 + at, id, scenario))),
  ]);
  report = whole;
  repetition = { plain, broken };
  findings = found;
});

afterAll(() => service?.close());

/** What comes late on a busy machine comes all the same. */
function withPatience(given: Profile): Profile {
  if (given.callback === undefined) return given;
  return { ...given, callback: { ...given.callback, withinSeconds: 60, repeatsWithinSeconds: 60 } };
}

/** Before the service, or before the service behind a mutant; each with an account of its own. */
async function judgeRepetition(run: number, change: MakeChange = () => ({})): Promise<Report> {
  const proxy = await startMutantProxy({ target: service.url, mutant: { change } });
  const follows: Profile = { ...withPatience(await profileOf(run)), holds: ['ADR-0018'] };
  const only = { phases: ['callback'], scenarios: ['callback-repeated'] } as const;
  return verify({ ...patient, target: proxy.url, profile: follows, ...only }).finally(proxy.close);
}

/** What is found; a callback that is repeated takes long enough for an id to be forgotten. */
async function judgeFault(run: number, id: string, scenario: string) {
  const { change = () => ({}) } = mutants.find((mutant) => mutant.id === id) ?? {};
  const proxy = await startMutantProxy({ target: service.url, mutant: { change } });
  const holds = ['ADR-0018', 'ADR-0019'];
  const others = id === 'stateful-forgets-after-two-seconds' ? ['callback-repeated'] : [];
  const scenarios = [scenario, ...others, 'reason-message-undeliverable', 'text-empty-sms'];
  const own = await profileOf(run);
  const { findings: all } = await verify({
    ...(id === 'crash-large-body' ? {} : patient),
    target: proxy.url,
    profile: { ...(others.length === 0 ? own : withPatience(own)), holds },
    scenarios,
    setupCheck: false,
  }).finally(proxy.close);
  return [id, all.map((finding) => finding.scenario)] as const;
}

test('what implementers have got wrong is found by the scenario that is about it, and by no other', () => {
  expect(findings).toEqual(faults.map(([mutant, scenario]) => [mutant, [scenario]]));
});

test('the service is conformant', () => {
  expect(report.findings).toEqual([]);
  expect(report.verdict).toBe('conformant');
});

test('a callback that was answered with 500 comes again with the same webhook-id', () => {
  const { plain, broken } = repetition;
  expect(plain.scenarios).toMatchObject([{ scenario: 'callback-repeated', verdict: 'match' }]);
  expect(broken.findings).toMatchObject([
    { scenario: 'callback-repeated', actual: 'a repetition with another webhook-id' },
  ]);
});

test('what stays inconclusive needs a clock or a command for a restart', () => {
  expect(report.inconclusive.map(({ scenario }) => scenario).toSorted()).toEqual([
    'daily-limit-ends',
    'dialogue-ends',
    'dialogue-lasts',
    'dialogue-not-extended',
    'duplicate-window-ends',
    'reused-id-after-days',
    'reused-id-after-restart',
  ]);
});

test('every clause that a black box can show has been seen to hold', () => {
  const open = report.ledger.filter(({ verdict, kind }) => verdict !== 'conformant' && kind !== 'not-shown');
  expect(open.map(({ clause }) => clause).toSorted()).toEqual([
    '7.1/both-spellings',
    '7.1/system-error',
    '7.4/message-undeliverable-causes',
    '7.4/no-template-match-spellings',
    '7/codes-grow',
    '9/codes-grow',
  ]);
});

test('the generated cases depend on the seed alone', async () => {
  const again = await verify({ ...patient, target: service.url, profile, seed: 1, phases: ['properties'] });
  const [first] = report.phases.filter(({ phase }) => phase === 'properties');
  expect(again.phases[0]?.attempts).toBe(first?.attempts);
});
