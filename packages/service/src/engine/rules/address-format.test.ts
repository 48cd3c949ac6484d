import { expect, test } from 'vitest';
import { factsOf } from '../../testing/facts-of.ts';
import { addressFormat } from './address-format.ts';

const judge = (address: string, addressType = 'PHONE') => addressFormat(factsOf({ address, addressType }));

test.each(['+12025550199', '12025550199', '+10000000001', '1234567', '+123456789012345'])(
  'takes %s',
  (address) => {
    expect(judge(address)).toBeNull();
  },
);

test.each([
  'call me',
  '',
  '+',
  '123456',
  '+1234567890123456',
  '+1 202 555 0199',
  '0012025550199',
  '++12025550199',
  '12025550199\n',
])('refuses %j', (address) => {
  expect(judge(address)).toBe('error-address-format');
});

test('does not check other types of address', () => {
  expect(judge('someone@example.org', 'EMAIL')).toBeNull();
});
