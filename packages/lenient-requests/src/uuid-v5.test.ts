import { expect, test } from 'vitest';
import { uuidV5 } from './uuid-v5.ts';

test('a name-based UUID is stable, and of version 5', () => {
  expect(uuidV5('a')).toBe(uuidV5('a'));
  expect(uuidV5('a')).not.toBe(uuidV5('b'));
  expect(uuidV5('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
