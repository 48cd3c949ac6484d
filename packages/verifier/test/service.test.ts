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

beforeAll(async () => {
  service = await startProvider(2);
  profile = withPatience(
    await readProfile(fileURLToPath(new URL('../profiles/service/profile.yaml', import.meta.url))),
  );
  const { change } = mutants.find(({ id }) => id === 'callback-new-id-on-retry') ?? {};
  // A repetition takes 4 seconds: meanwhile there are other things to do.
  const [whole, plain, broken] = await Promise.all([
    verify({ ...patient, target: service.url, profile, seed: 1 }),
    judgeRepetition(0),
    judgeRepetition(1, change),
  ]);
  report = whole;
  repetition = { plain, broken };
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
    'duplicate-window-ends',
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
