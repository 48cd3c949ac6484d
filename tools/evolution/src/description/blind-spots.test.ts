import { expect, test } from 'vitest';
import { blindSpots } from './blind-spots.ts';

const impactsOf = (before: object, now: object) =>
  blindSpots('openapi', { a: { 'x-problem': before } }, { a: { 'x-problem': now } }).map(
    ({ impact, values }) => [impact, values?.before, values?.after],
  );

test('another code of a broken constraint is breaking', () => {
  expect(impactsOf({ maxLength: 'x' }, { maxLength: { code: 'y', rule: 3 } })).toEqual([['major', 'x', 'y']]);
});

test('another detail or decision of the same code is not', () => {
  const now = { code: 'x', decision: 'ADR-0031', detail: 'why' };
  expect(impactsOf({ maxLength: 'x' }, { maxLength: now })).toEqual([['patch', 'x', 'x: why']]);
});

test('the fields of a required list are compared one by one', () => {
  expect(impactsOf({ required: { a: 'x', b: 'y' } }, { required: { a: { code: 'x' }, b: 'z' } })).toEqual([
    ['patch', 'x', 'x'],
    ['major', 'y', 'z'],
  ]);
});

test('a mark that names a keyword is not a constraint', () => {
  const [before, now] = [{}, { not: 'x' }].map((mark) => ({ a: { 'x-problem': mark } }));
  expect(blindSpots('openapi', before ?? {}, now ?? {})).toEqual([]);
});
