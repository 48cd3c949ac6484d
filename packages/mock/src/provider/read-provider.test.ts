import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ProviderFileError } from './provider-file-error.ts';
import { readProvider } from './read-provider.ts';

const folder = mkdtempSync(join(tmpdir(), 'mock-provider-'));
afterAll(() => rmSync(folder, { recursive: true }));

const valid = `
accounts:
  - name: demo
    keys: [{ key: secret-1 }]
    balance: 10
    prices: { SMS: 5 }
    cascades:
      - id: 1
        name: One
        stages: [{ uuid: 8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002, channel: SMS, subject: { id: 1, subject: codes } }]
`;

test('reads a file with the right shape', () => {
  expect(readProvider(write(valid)).accounts[0]?.cascades[0]?.stages[0]?.channel).toBe('SMS');
});

test.each([
  ['balance: 10', 'balance: "10"', '/accounts/0/balance: must be integer, got "10"'],
  ['balance: 10', '', '/accounts/0: must have a member balance, got none'],
  ['balance: 10', 'balance: 10\n    credit: 1', '/accounts/0: must have only known members, got credit'],
  [
    'channel: SMS',
    'channel: FAX',
    '/accounts/0/cascades/0/stages/0/channel: must be one of SMS, CHATONE, CHATTWO, got "FAX"',
  ],
  [
    '8a1f5b7e-9f0d',
    '8a1f',
    '/accounts/0/cascades/0/stages/0/uuid: must match format "uuid", got "8a1f-4f0e-8d55-0c0d5b1f2002"',
  ],
  ['key: secret-1', 'key: 12345', '/accounts/0/keys/0/key: must be string, got a number'],
  [
    'key: secret-1',
    'key: a, expiresAt: soon',
    '/accounts/0/keys/0/expiresAt: must match format "date-time", got "soon"',
  ],
  ['[{ key: secret-1 }]', '[]', '/accounts/0/keys: must NOT have fewer than 1 items, got 0 items'],
  [
    '{ key: secret-1 }',
    '{ key: secret-1 }, { key: secret-1 }',
    '/accounts/0/keys/1/key: must be a key of its own, got a key that stands further up',
  ],
  [
    'id: 1\n        name: One',
    'id: 1\n        name: One\n        stages: [{ uuid: 8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002, channel: SMS, subject: { id: 1, subject: codes } }]\n      - id: 1\n        name: Two',
    '/accounts/0/cascades/1/id: must be an id that the account has once, got 1, which stands further up',
  ],
  [valid, '[1', 'the file: must be YAML, got'],
  [valid, '', 'the file: must be object, got null'],
])('in place of %j, %j is a fault', (part, replacement, fault) => {
  const error = failureOf(() => readProvider(write(valid.replace(part, replacement))));
  expect(error).toBeInstanceOf(ProviderFileError);
  expect(String(error)).toContain(join(folder, 'provider.yaml'));
  expect(String(error)).toContain(fault);
  expect(String(error)).not.toMatch(/secret-1|12345/);
});

test('a file that is not there is a fault', () => {
  const error = failureOf(() => readProvider(join(folder, 'none.yaml')));
  expect(String(error)).toContain('the file: must be readable, got ENOENT');
});

function write(text: string): string {
  const file = join(folder, 'provider.yaml');
  writeFileSync(file, text);
  return file;
}

function failureOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
