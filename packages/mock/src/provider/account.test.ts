import { expect, test } from 'vitest';
import { openAccount } from './account.ts';

test('keeps a registration, for its subject or for all others', () => {
  const account = openAccount({ name: 'a', keys: [], balance: 0, prices: {}, cascades: [] });
  const ofAll = { statusCallbackUrl: 'https://shop.example/status' };
  const ofTwo = { ...ofAll, subjectId: 2, statusCallbackUrl: 'https://shop.example/two' };
  expect(account.callback(1)).toBeUndefined();
  account.registerCallback(ofAll);
  account.registerCallback(ofTwo);
  expect([account.callback(1), account.callback(2)]).toEqual([ofAll, ofTwo]);
});
