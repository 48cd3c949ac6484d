import { readContract } from '@cascade/contract';
import { expect, test } from 'vitest';
import { reasonAdvice } from './advice.ts';
import {
  canonicalReason,
  isKnownUndeliveredReason,
  reasonFacts,
  undeliveredReasons,
} from './undelivered-reason.ts';

const { reasons } = readContract();

test('the constants have the reasons of the catalogue, in its order, and nothing else', () => {
  expect(undeliveredReasons()).toEqual(reasons.map(({ reason }) => reason));
  expect(Object.keys(reasonAdvice)).toEqual(undeliveredReasons());
});

test.each(reasons.map((entry) => [entry.reason, entry] as const))(
  '%s: facts are those of the catalogue',
  (reason, entry) => {
    if (!isKnownUndeliveredReason(reason)) throw new Error(`${reason} is not known`);
    expect(reasonFacts(reason)).toEqual({
      aliases: entry.aliases,
      channels: entry.channels,
      retry: entry.retry,
    });
  },
);

test('both spellings of a reason give the listed one (§7.4)', () => {
  expect(canonicalReason('not-template-match')).toBe('no-template-match');
  expect(canonicalReason('no-template-match')).toBe('no-template-match');
});

test.each(['a-reason-nobody-listed', '', 'toString'])('the unlisted «%s» is returned unchanged', (reason) => {
  expect(isKnownUndeliveredReason(reason)).toBe(false);
  expect(canonicalReason(reason)).toBe(reason);
});
