import { expect, test } from 'vitest';
import { ownProfile } from '../../../test/support/broken-provider.ts';
import type { Target } from '../../exchange/create-target.ts';
import { createRecorder } from '../../report/recorder.ts';
import { loadClauses } from '../../scenario/clauses.ts';
import { loadScenarios } from '../../scenario/load-scenarios.ts';
import { spendBalance } from './spend-balance.ts';

const url = 'http://127.0.0.1:1';
const accepted = { status: 200, headers: { 'content-type': 'application/json' }, text: '{}' };
const refused = {
  status: 400,
  headers: { 'content-type': 'application/problem+json' },
  text: '{"title":"out-of-balance","status":400,"detail":""}',
};

/** The verdict on a provider whose account affords two texts; `accepts` says which text to which address it takes. */
async function verdictOn(
  addresses: readonly string[],
  accepts: (address: string, at: number) => boolean,
): Promise<unknown> {
  const library = loadScenarios().filter(({ id }) => id === 'balance-to-zero');
  const [scenario] = library;
  if (scenario === undefined) throw new Error('spec/scenarios has no balance-to-zero');
  const own = await ownProfile('service');
  const keys = { ...own.keys, small: { key: 'small', affords: 2, fresh: true as const } };
  const profile = { ...own, keys, addresses };
  const recorder = createRecorder({ clauses: loadClauses(), target: url });
  let sent = 0;
  const target: Target = {
    url,
    sent: 0,
    async send({ body = '' }) {
      const { subscriberFilter } = JSON.parse(String(body));
      return accepts(subscriberFilter.address, sent++) ? accepted : refused;
    },
    renew: () => {},
    close: async () => {},
  };
  const shapes = { attemptsAt: () => [], noteCallback: () => {} };
  const run = { library, shapes, scenarios: library, recorder, seed: 1, deep: false, fast: false };
  await spendBalance({ ...run, profile, target }, scenario);
  return recorder.results().map(({ verdict }) => verdict);
}

const several = ['+442079460958', '+33199001234', '+6834000'];

test('two texts to different addresses are what the account affords', async () => {
  expect(await verdictOn(several, (_, at) => at < 2)).toEqual(['match']);
});

test('a third address costs more than the account has', async () => {
  expect(await verdictOn(several, (_, at) => at < 3)).toEqual(['mismatch']);
});

test('texts to one address may be paid for with what was returned for repetitions', async () => {
  expect(await verdictOn([], (_, at) => at < 3)).toEqual(['inconclusive']);
  expect(await verdictOn([], (_, at) => at < 2)).toEqual(['match']);
  expect(await verdictOn(['+12025550199', '+12025550199'], (_, at) => at < 3)).toEqual(['inconclusive']);
});
