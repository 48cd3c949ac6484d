import { spawnSync } from 'node:child_process';
import { type Child, startProgram } from '@cascade/repository/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readProfile, verify } from '../src/index.ts';

const file = (name: string) => new URL(`../../../examples/provider-python/${name}`, import.meta.url).pathname;
const { status } = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']);
const why = status === 0 ? '' : ' (skipped: there is no python3 of version 3.10 or later)';

describe.skipIf(status !== 0)(`the provider in Python${why}`, () => {
  const patient = { timeoutInMilliseconds: 60_000 };
  let child: Child;
  let url = '';

  beforeAll(async () => {
    child = startProgram('python3', ['-B', file('provider.py'), '--port', '0', '--test-clock']);
    [url] = await child.printed(/^http:\S+$/m, 120);
  });

  afterAll(() => child?.end());

  const withClock = async (seconds: unknown) => {
    const profile = await readProfile(file('profile.yaml'));
    return { ...profile, clock: { method: 'POST', url: `${url}/clock`, body: { seconds } } };
  };

  test('is conformant, and leaves open only what it does not claim', async () => {
    const report = await verify({ ...patient, target: url, profile: await withClock('{seconds}'), seed: 1 });
    expect(report.findings).toEqual([]);
    expect(report.verdict).toBe('conformant');
    const open = report.scenarios.filter(({ verdict }) => verdict === 'inconclusive');
    expect(
      open.filter(({ generated }) => generated).every(({ reason }) => /rests on ADR/.test(reason ?? '')),
    ).toBe(true);
    const byHand = open.filter(({ generated }) => generated === undefined);
    expect(byHand.map(({ scenario }) => scenario).toSorted()).toEqual([
      'accepts-largest-body',
      'balance-covers-each-stage',
      'callback-ids-differ',
      'callback-members',
      'callback-order',
      'callback-repeated',
      'callback-repeated-after-404',
      'callback-signed',
      'callback-stops-at-410',
      'callback-to-new-address',
      'comment-buttons-before-payload',
      'comment-buttons-before-phone',
      'comment-buttons-before-url',
      'comment-phone-before-payload',
      'comment-url-before-payload',
      'comment-url-before-phone',
      'content-null-for-last-stage',
      'content-null-without-stage',
      'daily-limit-ends',
      'daily-limit-reached',
      'dialogue-ends',
      'dialogue-lasts',
      'dialogue-not-extended',
      'dialogue-not-open',
      'echoes-request-id',
      'history-by-request-id',
      'history-dates-reversed',
      'history-entry',
      'history-filters',
      'history-limit-outside',
      'history-of-another-account',
      'history-of-unknown-id',
      'history-pages',
      'history-status',
      'lists-cascades',
      'lists-stages-in-order',
      'long-text-is-reported',
      'reused-id-after-restart',
      'signature-not-activated',
      'stages-end-with-delivered',
      // It answers missing content with the code that tells no violations.
      'violation-content-not-found',
      'violation-last-content-not-found',
      'violation-millions',
      'violation-two-contents-not-found',
    ]);
    const window = report.scenarios.find(({ scenario }) => scenario === 'duplicate-window-ends');
    expect(window?.verdict).toBe('match');
  });

  test('a clock that does not advance yields a window without an end', async () => {
    const only = { phases: ['callback'], scenarios: ['duplicate-window-ends'] } as const;
    const report = await verify({ ...patient, target: url, profile: await withClock(0), ...only });
    expect(report.findings).toMatchObject([
      {
        scenario: 'duplicate-window-ends',
        expected: 'any other outcome than duplicated: the first message was sent more than 5 minutes before',
        actual: 'UNDELIVERED with duplicated',
      },
    ]);
  });
});
