import { expect, test } from 'vitest';
import { factsOf } from '../../testing/facts-of.ts';
import { duplicate } from './duplicate.ts';

test('follows the verdict of the intake', () => {
  expect(duplicate(factsOf({ duplicate: true }))).toBe('duplicated');
  expect(duplicate(factsOf({ duplicate: false }))).toBeNull();
});
