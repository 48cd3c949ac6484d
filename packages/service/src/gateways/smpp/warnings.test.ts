import { expect, test } from 'vitest';
import { heardLog } from '../../testing/heard-log.ts';
import { createWarnOnce } from './warn-once.ts';
import { createWarnings } from './warnings.ts';

function warnedOf(systemId: string, password: string) {
  const log = heardLog();
  createWarnings({ host: 'smsc', port: 1, systemId, password }, createWarnOnce('SMS', log));
  return log.warn.mock.calls;
}

test('credentials that are longer than SMPP 3.4 allows are named at the start, without them', () => {
  const systemId = 's'.repeat(16);
  const password = 'p'.repeat(9);
  const calls = warnedOf(systemId, password);
  expect(calls).toEqual([
    [{ gateway: 'SMS', most: 15 }, expect.stringContaining('the systemId has more octets')],
    [{ gateway: 'SMS', most: 8 }, expect.stringContaining('the password has more octets')],
  ]);
  expect(JSON.stringify(calls)).not.toMatch(/sss|ppp/);
});

test('octets count, and not characters', () => {
  expect(warnedOf('s'.repeat(15), 'p'.repeat(8))).toEqual([]);
  expect(warnedOf('s', 'ü'.repeat(5))).toHaveLength(1);
});
