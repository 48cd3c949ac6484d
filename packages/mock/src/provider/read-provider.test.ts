import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ProviderFileError, readProvider } from './provider.ts';

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
  ['balance: 10', 'balance: "10"', ':5:5: /accounts/0/balance: expected an integer, found "10"'],
  ['prices: { SMS: 5 }', '', ':3:5: /accounts/0: expected a field prices, found none'],
  ['balance: 10', 'balanse: 10', ':5:5: /accounts/0/balanse: unexpected field; did you mean balance?'],
  [
    'channel: SMS',
    'channel: FAX',
    '/accounts/0/cascades/0/stages/0/channel: expected one of SMS, CHATONE, CHATTWO, found "FAX"',
  ],
  [
    '8a1f5b7e-9f0d',
    '8a1f',
    '/accounts/0/cascades/0/stages/0/uuid: expected a UUID, found "8a1f-4f0e-8d55-0c0d5b1f2002"',
  ],
  ['key: secret-1', 'key: 12345', ':4:14: /accounts/0/keys/0/key: expected a string, found a number'],
  [
    'key: secret-1',
    'key: a, expiresAt: soon',
    '/accounts/0/keys/0/expiresAt: expected a time such as 2026-12-31T00:00:00Z, found "soon"',
  ],
  [
    '{ key: secret-1 }',
    '{ key: secret-1 },\n           { key: secret-1 }',
    ':5:14: /accounts/0/keys/1/key: duplicate key (first at line 4)',
  ],
  [
    'id: 1\n        name: One',
    'id: 1\n        name: One\n        stages: [{ uuid: 8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002, channel: SMS, subject: { id: 1, subject: codes } }]\n      - id: 1\n        name: Two',
    '/accounts/0/cascades/1/id: duplicate cascade id 1 (first at line 8)',
  ],
  [
    'balance: 10',
    'balance: 10\n    callback: { secrets: [whsec_short] }',
    ':6:27: /accounts/0/callback/secrets/0: expected whsec_ and the base64 of at least 24 bytes, found a string',
  ],
  [valid, '[1', ':1:3: invalid YAML: Flow sequence'],
  [valid, '', ':1:1: expected an object, found null'],
])('in place of %j, %j is a fault', (part, replacement, fault) => {
  const error = failureOf(() => readProvider(write(valid.replace(part, replacement))));
  expect(error).toBeInstanceOf(ProviderFileError);
  expect(String(error)).toContain(join(folder, 'provider.yaml'));
  expect(String(error)).toContain(fault);
  expect(String(error)).not.toMatch(/secret-1|12345/);
});

test('reads all that the accounts file of the service may have', () => {
  const text = valid.replace(
    'balance: 10',
    `callback: { url: 'https://a.example/status', headers: { Authorization: Token made-up } }
    senders: [{ channel: SMS, subject: codes, activated: false }]
    templates: [{ channel: CHATTWO, name: order, text: 'Order {number}' }]
    settings: { limits: { requestsPerSecond: 5 }, callbacks: { statuses: [DELIVERED] } }`,
  );
  const { accounts } = readProvider(write(text.replace('key: secret-1', `hash: ${'0a'.repeat(32)}`)));
  expect(accounts[0]).toMatchObject({ name: 'demo', callback: { url: 'https://a.example/status' } });
});

test('a missing file is a fault', () => {
  const error = failureOf(() => readProvider(join(folder, 'none.yaml')));
  expect(String(error)).toContain('none.yaml:1:1: file not found');
});

test('all faults at once', () => {
  const text = valid
    .replace('balance: 10', 'balance: ten')
    .replace('{ key: secret-1 }', '{ key: a }, { key: a }');
  const error = failureOf(() => readProvider(write(text)));
  expect(error).toMatchObject({ faults: [{ line: 4 }, { line: 5 }] });
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
