import { problemCodes, problemFacts, undeliveredReasons } from '@cascade/types';
import { expect, test } from 'vitest';
import { loadClauses } from './clauses.ts';
import { loadScenarios } from './load-scenarios.ts';
import { notObservable } from './not-observable.ts';

const scenarios = loadScenarios();
const clauses = loadClauses();
const touched = new Set(scenarios.flatMap((scenario) => scenario.clauses));

test('every clause that a black box can show has a scenario', () => {
  const missing = clauses.filter(({ id, hidden }) => hidden === undefined && !touched.has(id));
  expect(missing.map(({ id }) => id)).toEqual([]);
});

test('scenarios cite clauses that exist; a clause that cannot be observed is cited only by an assumption', () => {
  const known = new Set(clauses.map(({ id }) => id));
  const hidden = new Set(clauses.flatMap(({ id, hidden: why }) => (why === undefined ? [] : [id])));
  expect([...touched].filter((id) => !known.has(id))).toEqual([]);
  const documented = scenarios.filter(({ given }) => given.assumes === undefined);
  expect(documented.filter((scenario) => scenario.clauses.some((id) => hidden.has(id)))).toEqual([]);
});

test('what is said not to be observable are clauses', () => {
  const ids = new Set(clauses.map(({ id }) => id));
  expect(Object.keys(notObservable).filter((id) => !ids.has(id))).toEqual([]);
});

test('every documented code that can be provoked is expected somewhere, and no other', () => {
  const documented = problemCodes().filter((code) => problemFacts(code).provenance === 'documented');
  const expected = new Set([
    ...scenarios.flatMap(({ expects }) => expects.codes ?? []),
    // Made by the order phase.
    'requestId-is-not-unique',
  ]);
  expect([...expected].toSorted()).toEqual(documented.toSorted());
});

test('every reason is provoked, and fired at receivers', () => {
  const reasons: readonly (string | undefined)[] = undeliveredReasons();
  const provoked = scenarios.flatMap(({ expects }) => expects.reason ?? []);
  const fired = new Set(scenarios.map(({ when }) => when.event?.error));
  expect([...new Set(provoked)].toSorted()).toEqual(reasons.toSorted());
  expect(reasons.filter((reason) => !fired.has(reason))).toEqual([]);
});

test('every limit has a last value inside and a first one outside', () => {
  const names = scenarios.filter(({ phase }) => phase === 'boundaries').map(({ id }) => id);
  const limits = ['attachmentName-length', 'listPicker-title-length', 'listPicker-subtitle-length'];
  for (const limit of [...limits, 'buttons', 'buttons-url', 'buttons-phone', 'payload-length'])
    expect(names).toEqual(expect.arrayContaining([`${limit}-inside`, `${limit}-outside`]));
});

test('every pair of processing rules has a scenario', () => {
  const pairs = scenarios.flatMap(({ given }) => (given.breaks === undefined ? [] : [given.breaks.join()]));
  expect(pairs.toSorted()).toEqual(['1,2', '1,3', '1,4', '1,5', '2,3', '2,4', '2,5', '3,4', '3,5', '4,5']);
});
