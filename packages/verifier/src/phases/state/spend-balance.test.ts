import { expect, test } from 'vitest';
import { ownProfile } from '../../../test/support/broken-provider.ts';
import type { Target } from '../../exchange/create-target.ts';
import { createRecorder } from '../../report/recorder.ts';
import { loadClauses } from '../../scenario/clauses.ts';
import { loadScenarios } from '../../scenario/load-scenarios.ts';
import { tryScenario } from '../phase-context.ts';
import { spendBalance } from './spend-balance.ts';

const url = 'http://127.0.0.1:1';
const accepted = { status: 200, headers: { 'content-type': 'application/json' }, text: '{}' };
const refused = {
  status: 400,
  headers: { 'content-type': 'application/problem+json' },
  text: '{"title":"out-of-balance","status":400,"detail":""}',
};

/**
 * The verdict on a provider whose account affords two texts; `accepts` says which text to which address it
 * takes.
 */
async function verdictOn(
  addresses: readonly string[],
  accepts: (address: string, at: number) => boolean,
  small: { readonly affords: number; readonly fresh?: true } = { affords: 2, fresh: true },
  refusalsCost = false,
): Promise<unknown> {
  const library = loadScenarios().filter(({ id }) => /balance-to-zero|refused-costs|text-empty-sms/.test(id));
  const scenario = library.find(({ id }) => id === 'balance-to-zero');
  if (scenario === undefined) throw new Error('spec/scenarios has no balance-to-zero');
  const own = await ownProfile('service');
  const keys = { ...own.keys, small: { key: 'small', ...small } };
  const profile = { ...own, keys, addresses };
  const recorder = createRecorder({ clauses: loadClauses(), target: url });
  let sent = 0;
  const refuse = () => {
    if (refusalsCost) sent += 1;
    return { ...refused, text: '{"title":"text-not-specified","status":400}' };
  };
  const target: Target = {
    url,
    sent: 0,
    async send({ body = '' }) {
      const { subscriberFilter, content } = JSON.parse(String(body));
      if (content.smsContent.text === '') return refuse();
      return accepts(subscriberFilter.address, sent++) ? accepted : refused;
    },
    renew: () => {},
    close: async () => {},
  };
  const shapes = { attemptsAt: () => [], noteCallback: () => {}, judgePayload: () => [] };
  const beforeBreaks = new Set<never>();
  const run = {
    library,
    shapes,
    beforeBreaks,
    scenarios: library,
    recorder,
    seed: 1,
    deep: false,
    fast: false,
  };
  await tryScenario({ ...run, profile, target }, scenario, spendBalance);
  return recorder.results().map(({ verdict }) => verdict);
}

const several = ['+442079460958', '+33199001234', '+6834000'];

test('two texts to different addresses are what the account affords', async () => {
  expect(await verdictOn(several, (_, at) => at < 2)).toEqual(['match', 'match']);
});

test('a third address costs more than the account has', async () => {
  expect(await verdictOn(several, (_, at) => at < 3)).toEqual(['mismatch', 'match']);
});

test('texts to one address may be paid for with what was returned for repetitions', async () => {
  expect(await verdictOn([], (_, at) => at < 3)).toEqual(['inconclusive', 'match']);
  expect(await verdictOn([], (_, at) => at < 2)).toEqual(['match', 'match']);
  expect(await verdictOn(['+12025550199', '+12025550199'], (_, at) => at < 3)).toEqual([
    'inconclusive',
    'match',
  ]);
});

test('a refusal that costs money is found, also where the account was used before', async () => {
  const used = { affords: 3 };
  expect(await verdictOn(several, (_, at) => at < 3, used, true)).toEqual(['match', 'mismatch']);
  expect(await verdictOn(several, (_, at) => at < 3, used)).toEqual(['match', 'match']);
  expect(await verdictOn(several, () => false, used, true)).toEqual(['inconclusive', 'inconclusive']);
});

test('a message that costs more than one is not blamed on the refusals', async () => {
  expect(await verdictOn(several, (_, at) => at === 0, { affords: 3 })).toEqual(['mismatch', 'match']);
});
