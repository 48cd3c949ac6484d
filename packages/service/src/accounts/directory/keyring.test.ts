import { expect, test } from 'vitest';
import { completeSettings } from '../account-settings.ts';
import { hashKey } from '../key-hash.ts';
import type { Account } from './account.ts';
import { ApiKeyring } from './account-directory.ts';

const now = new Date('2026-06-01T00:00:00Z');
const anAccount = (id: number): Account => ({
  id,
  name: `account ${id}`,
  cascades: new Map(),
  settings: completeSettings({}),
  senders: [],
  templates: [],
});

test('the whole hash counts, not only the part that finds it', () => {
  const hash = hashKey('key');
  const neighbour = Buffer.from(hash);
  neighbour.writeUInt8(hash.readUInt8(31) ^ 1, 31);
  const other = { hash: neighbour, account: anAccount(1), expiresAt: null };
  expect(new ApiKeyring([other]).find('key', now)).toBeUndefined();
  const own = { hash, account: anAccount(2), expiresAt: null };
  expect(new ApiKeyring([other, own]).find('key', now)?.id).toBe(2);
});

test('keys are compared byte for byte', () => {
  const keyring = new ApiKeyring([{ hash: hashKey('Key'), account: anAccount(1), expiresAt: null }]);
  expect(keyring.find('Key', now)?.id).toBe(1);
  for (const key of ['key', 'Key ', '']) expect(keyring.find(key, now)).toBeUndefined();
});

test('the keys of an account are replaced, and those of others stay, also with the same first bytes', () => {
  const hash = hashKey('key');
  const neighbour = Buffer.from(hash);
  neighbour.writeUInt8(hash.readUInt8(31) ^ 1, 31);
  const own = { hash, account: anAccount(1), expiresAt: null };
  const keyring = new ApiKeyring([own, { hash: neighbour, account: anAccount(2), expiresAt: null }]);
  keyring.replace([2], []);
  expect(keyring.find('key', now)?.id).toBe(1);
  keyring.replace([1], [{ hash: hashKey('next'), account: anAccount(1), expiresAt: null }]);
  expect(keyring.find('key', now)).toBeUndefined();
  expect(keyring.find('next', now)?.id).toBe(1);
  keyring.replace([1], []);
  expect(keyring.find('next', now)).toBeUndefined();
});
