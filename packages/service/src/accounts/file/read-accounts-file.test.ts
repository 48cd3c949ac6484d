import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { AccountsFileError, parseAccounts, readAccountsFile } from './read-accounts-file.ts';

/** A valid accounts file with one of everything, by line. */
const lines = `accounts:
  - name: one
    keys:
      - { key: secret-1, label: main }
      - { hash: 00000000000000000000000000000000000000000000000000000000000000aa }
    balance: 8
    prices: { SMS: 5, CHATTWO: 3 }
    cascades:
      - id: 7
        name: Seven
        stages:
          - uuid: 8a1f5b7e-9f0d-4f0e-8d55-000000000001
            channel: CHATTWO
            ttl: 00:05:00
            subject: { id: 1, subject: codes }
          - uuid: 8a1f5b7e-9f0d-4f0e-8d55-000000000002
            channel: SMS
            subject: { id: 2, subject: codes }
      - { id: 8, name: Eight, stages: [{ uuid: 8a1f5b7e-9f0d-4f0e-8d55-000000000003, channel: SMS, subject: { id: 2, subject: codes } }] }
    senders:
      - { channel: SMS, subject: codes }
      - { channel: CHATTWO, subject: codes, activated: false }
    templates:
      - { channel: CHATTWO, name: code, text: 'Code {code}' }
      - { channel: CHATTWO, name: order, text: 'Order {number} is {state}' }
    callback:
      url: https://receiver.example.test/status?token=secret-2
      secrets: [whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0]
    settings: { lenient: { keyboard: true }, limits: { requestsPerSecond: 50 } }
  - name: two
    keys: [{ key: secret-3, expiresAt: '2026-12-31T00:00:00Z' }]
    prices: {}
    cascades: []
`.split('\n');

const a = '/accounts/0';
const url = '      url: https://receiver.example.test/status';

/** Mistakes of an operator: each replaces one line of the file above. */
const broken: readonly [name: string, line: number, text: string, pointer: string, message: string][] = [
  ['an unknown member', 6, '    balanse: 8', `${a}/balanse`, 'unexpected field; did you mean balance?'],
  ['a missing member', 7, '', a, 'expected a field prices, found none'],
  [
    'a blank name',
    2,
    "  - name: ' '",
    `${a}/name`,
    'expected a name of 1 to 100 printable characters without blanks at the ends, found " "',
  ],
  [
    'a name that turns the direction of what follows',
    2,
    '  - name: "one\\u202Eowt"',
    `${a}/name`,
    'expected a name of 1 to 100 printable characters without blanks at the ends, found "one\\u202eowt"',
  ],
  [
    'half of a character in a name, of which PostgreSQL keeps another text',
    2,
    '  - name: "one\\uD800"',
    `${a}/name`,
    'expected a name of 1 to 100 printable characters without blanks at the ends, found "one\\ud800"',
  ],
  [
    'a control character in the name of a cascade',
    10,
    '        name: "Seven\\x85"',
    `${a}/cascades/0/name`,
    'expected printable characters, without controls and marks that turn the direction of the text, found "Seven\\u0085"',
  ],
  [
    'NUL in a text',
    24,
    '      - { channel: CHATTWO, name: code, text: "Code \\0" }',
    `${a}/templates/0/text`,
    'unexpected NUL (U+0000) in a text; remove it',
  ],
  [
    'half of a character in a text',
    24,
    '      - { channel: CHATTWO, name: code, text: "Code \\uDE00" }',
    `${a}/templates/0/text`,
    'unexpected half of a character (U+D800 to U+DFFF) in a text; remove it',
  ],
  ['a name twice', 30, '  - name: one', '/accounts/1/name', 'duplicate name one (first at line 2)'],
  [
    'a key twice',
    31,
    '    keys: [{ key: secret-1 }]',
    '/accounts/1/keys/0',
    'duplicate key (first at line 4)',
  ],
  [
    'a key and its own hash',
    5,
    '      - { hash: 5d4d6aaa1b2a0ab4ecb6fae55e9ba4b5a7d0b6e0f2e1c5c1d0d0c7d8e3a2f1b0, key: secret-9 }',
    `${a}/keys/1`,
    'expected either key or hash, found both',
  ],
  [
    'neither key nor hash',
    4,
    '      - { label: main }',
    `${a}/keys/0`,
    'expected either key or hash, found neither',
  ],
  [
    'a key that is a number',
    4,
    '      - { key: 12345 }',
    `${a}/keys/0/key`,
    'expected a string, found a number',
  ],
  [
    'a key that no header carries',
    4,
    '      - { key: "secret 1" }',
    `${a}/keys/0/key`,
    'expected visible ASCII characters, since it travels in a header, found a string',
  ],
  ['a key outside of its object', 4, '      - secret-1', `${a}/keys/0`, 'expected an object, found a string'],
  [
    'an invalid hash',
    5,
    '      - { hash: aa }',
    `${a}/keys/1/hash`,
    'expected the SHA-256 of the key, 64 hexadecimal digits, found a string',
  ],
  [
    'three valid keys',
    5,
    '      - { key: b }\n      - { key: c }',
    `${a}/keys/2`,
    'expected at most 2 keys valid at once, found 3; remove one or let it expire',
  ],
  [
    'an expiry without an offset',
    31,
    "    keys: [{ key: x, expiresAt: '2026-12-31' }]",
    '/accounts/1/keys/0/expiresAt',
    'expected a time such as 2026-12-31T00:00:00Z, found "2026-12-31"',
  ],
  ['a negative balance', 6, '    balance: -1', `${a}/balance`, 'expected at least 0, found -1'],
  ['a balance in fractions', 6, '    balance: 8.5', `${a}/balance`, 'expected an integer, found 8.5'],
  [
    'a balance beyond exact numbers',
    6,
    '    balance: 9007199254740993',
    `${a}/balance`,
    'expected at most 9007199254740991, found 9007199254740992',
  ],
  [
    'a price of an unknown channel',
    7,
    '    prices: { SMS: 5, CHATTWO: 3, FAX: 1 }',
    `${a}/prices/FAX`,
    'unexpected field; expected SMS, CHATONE, CHATTWO',
  ],
  [
    'a stage without a price',
    7,
    '    prices: { CHATTWO: 3 }',
    `${a}/cascades/0/stages/1/channel`,
    "no price for SMS; add it to the account's prices",
  ],
  [
    'a cascade id twice',
    19,
    '      - { id: 7, name: Eight, stages: [{ uuid: 8a1f5b7e-9f0d-4f0e-8d55-000000000003, channel: SMS, subject: { id: 2, subject: codes } }] }',
    `${a}/cascades/1/id`,
    'duplicate cascade id 7 (first at line 9)',
  ],
  [
    'a cascade without stages',
    19,
    '      - { id: 8, name: Eight, stages: [] }',
    `${a}/cascades/1/stages`,
    'expected at least 1 item, found 0',
  ],
  [
    'an unknown coverage',
    10,
    '        name: Seven\n        coverage: none',
    `${a}/cascades/0/coverage`,
    'expected one of violations, code, found "none"',
  ],
  [
    'a stage uuid twice, in another case',
    16,
    '          - uuid: 8A1F5B7E-9F0D-4F0E-8D55-000000000001',
    `${a}/cascades/0/stages/1/uuid`,
    'duplicate stage uuid 8A1F5B7E-9F0D-4F0E-8D55-000000000001 (first at line 12)',
  ],
  [
    'an invalid uuid',
    12,
    '          - uuid: 8a1f',
    `${a}/cascades/0/stages/0/uuid`,
    'expected a UUID, found "8a1f"',
  ],
  [
    'an unknown channel',
    17,
    '            channel: sms',
    `${a}/cascades/0/stages/1/channel`,
    'expected one of SMS, CHATONE, CHATTWO, found "sms"; did you mean SMS?',
  ],
  [
    'a ttl of nothing',
    14,
    '            ttl: 00:00:00',
    `${a}/cascades/0/stages/0/ttl`,
    'expected a time above zero as HH:MM:SS, found "00:00:00"',
  ],
  [
    'a ttl of 90 minutes in minutes',
    14,
    '            ttl: 00:90:00',
    `${a}/cascades/0/stages/0/ttl`,
    'expected a time above zero as HH:MM:SS, found "00:90:00"',
  ],
  [
    'a ttl at the last stage',
    18,
    "            subject: { id: 2, subject: codes }\n            ttl: '00:01:00'",
    `${a}/cascades/0/stages/1/ttl`,
    'unexpected ttl at the last stage; remove it',
  ],
  [
    'a subject without an id',
    15,
    '            subject: { subject: codes }',
    `${a}/cascades/0/stages/0/subject`,
    'expected a field id, found none',
  ],
  [
    'a sender twice',
    22,
    '      - { channel: SMS, subject: codes, activated: false }',
    `${a}/senders/1`,
    'duplicate sender SMS codes (first at line 21)',
  ],
  [
    'a template twice',
    25,
    "      - { channel: CHATTWO, name: code, text: 'x' }",
    `${a}/templates/1`,
    'duplicate template CHATTWO code (first at line 24)',
  ],
  [
    'a template with a stray brace',
    24,
    "      - { channel: CHATTWO, name: code, text: 'Code {code' }",
    `${a}/templates/0/text`,
    'expected text with placeholders such as {code}, every brace part of one, found "Code {code"',
  ],
  [
    'a callback without https',
    27,
    '      url: http://receiver.example.test/secret-2',
    `${a}/callback/url`,
    'expected an https URL (http only to this machine), found http:',
  ],
  [
    'a callback URL with a user and a password',
    27,
    '      url: https://user:secret-4@receiver.example.test/status',
    `${a}/callback/url`,
    'unexpected user or password in the URL; remove it, and declare a header',
  ],
  [
    'a callback URL that does not parse',
    27,
    '      url: receiver',
    `${a}/callback/url`,
    'expected an https URL (http only to this machine), found another text',
  ],
  [
    'a secret that is too short',
    28,
    '      secrets: [whsec_c2VjcmV0]',
    `${a}/callback/secrets/0`,
    'expected whsec_ and the base64 of at least 24 bytes, found a string',
  ],
  [
    'a header without its value',
    27,
    `${url}\n      headers: { Authorization Token secret-2 }`,
    `${a}/callback/headers`,
    'unexpected field; expected a header name of at most 100 characters (RFC 9110) and, after a colon, its value',
  ],
  [
    'headers as a text',
    27,
    `${url}\n      headers: 'Authorization Token secret-2'`,
    `${a}/callback/headers`,
    'expected an object, found a string',
  ],
  [
    'a header with a line break',
    27,
    `${url}\n      headers: { Authorization: "secret-2\\r\\nhost: a" }`,
    `${a}/callback/headers/Authorization`,
    'expected visible ASCII characters with blanks only between them, found a string',
  ],
  [
    'a header beyond ASCII',
    27,
    `${url}\n      headers: { Authorization: 'Tøken secret-2' }`,
    `${a}/callback/headers/Authorization`,
    'expected visible ASCII characters with blanks only between them, found a string',
  ],
  [
    'a header that is too long',
    27,
    `${url}\n      headers: { Authorization: 'secret-2${'x'.repeat(1017)}' }`,
    `${a}/callback/headers/Authorization`,
    'expected at most 1024 characters, found a string',
  ],
  [
    'a header that is a number',
    27,
    `${url}\n      headers: { X-Pin: 12345 }`,
    `${a}/callback/headers/X-Pin`,
    'expected a string, found a number',
  ],
  [
    'nine headers',
    27,
    `${url}\n      headers: { a: a, b: b, c: c, d: d, e: e, f: f, g: g, h: h, i: i }`,
    `${a}/callback/headers`,
    'expected at most 8 fields, found an object',
  ],
  [
    'a header of the service',
    27,
    `${url}\n      headers: { Webhook-Signature: secret-2 }`,
    `${a}/callback/headers/Webhook-Signature`,
    'unexpected header; the service sets it itself; remove it',
  ],
  [
    'a header twice, in another case',
    27,
    `${url}\n      headers: { X-Token: secret-2, x-token: secret-3 }`,
    `${a}/callback/headers/x-token`,
    'duplicate header x-token (first at line 28)',
  ],
  [
    'headers without a url',
    27,
    '      headers: { Authorization: Token secret-2 }',
    `${a}/callback/headers`,
    'expected a url beside the headers, found none',
  ],
  [
    'an unknown switch',
    29,
    '    settings: { lenient: { keyboards: true } }',
    `${a}/settings/lenient/keyboards`,
    'unexpected field; did you mean keyboard?',
  ],
  [
    'a limit of nothing',
    29,
    '    settings: { limits: { requestsPerSecond: 0 } }',
    `${a}/settings/limits/requestsPerSecond`,
    'expected at least 1, found 0',
  ],
];

/** The line of the error where it is not the replaced line. */
const elsewhere: Readonly<Record<string, number>> = {
  'a missing member': 2,
  'three valid keys': 6,
  'a stage without a price': 17,
  'an unknown coverage': 11,
  'a header without its value': 28,
  'headers as a text': 28,
  'a header with a line break': 28,
  'a header beyond ASCII': 28,
  'a header that is too long': 28,
  'a header that is a number': 28,
  'nine headers': 28,
  'a header of the service': 28,
  'a header twice, in another case': 28,
  'a ttl at the last stage': 19,
};

const sample = fileURLToPath(import.meta.resolve('@cascade/spec/samples/provider.yaml'));
const demo = fileURLToPath(new URL('../../../demo/accounts.yaml', import.meta.url));
const now = new Date('2026-06-01T00:00:00Z');

describe('a broken file', () => {
  test.each(broken)('with %s', (name, line, text, pointer, message) => {
    const [fault, ...others] = faultsOf(lines.with(line - 1, text).join('\n'));
    const place = { file: 'accounts.yaml', line: elsewhere[name] ?? line, column: expect.any(Number) };
    expect(fault).toEqual({ ...place, pointer, message });
    // Both stages of the channel lack the price.
    expect(others).toHaveLength(name === 'a stage without a price' ? 1 : 0);
  });

  test('shows all faults at once, in the order of the file', () => {
    const text = lines
      .with(5, '    balance: -1')
      .with(12, '            channel: FAX')
      .with(29, '  - name: one')
      .join('\n');
    expect(faultsOf(text).map(({ line, pointer }) => [line, pointer])).toEqual([
      [6, `${a}/balance`],
      [13, `${a}/cascades/0/stages/0/channel`],
      [30, '/accounts/1/name'],
    ]);
  });

  test('has the line of what an alias stands for', () => {
    const text = `accounts:
  - { name: a, keys: [], prices: &prices { SMS: free }, cascades: [] }
  - name: b
    keys: []
    prices: *prices
    cascades: []
`;
    expect(faultsOf(text).map(({ line, pointer }) => [line, pointer])).toEqual([
      [2, '/accounts/0/prices/SMS'],
      [2, '/accounts/1/prices/SMS'],
    ]);
  });

  test.each([
    ['', 1, 1, '', 'expected an object, found null'],
    ['accounts: []', 1, 1, '/accounts', 'expected at least 1 item, found 0'],
    ['accounts:\n  - name: one\n   keys: []', 3, 1, '', expect.stringMatching(/^invalid YAML: /)],
    ['accounts:\n  - *other', 2, 5, '', 'alias *other is not defined; expected an anchor &other above'],
    ['accounts: 1\naccounts: 2', 2, 1, '', 'duplicate field accounts (first at line 1)'],
  ])('%j', (text, line, column, pointer, message) => {
    expect(faultsOf(text)[0]).toEqual({ file: 'accounts.yaml', line, column, pointer, message });
  });

  test('never shows a key or a secret', () => {
    const texts = broken.map(([, line, text]) => lines.with(line - 1, text).join('\n'));
    const misplaced = ['    keys: secret-1', '    keys: [[secret-1]]', '    keys: [{ hash: secret-1 }]'];
    texts.push(...misplaced.map((text) => `accounts:\n  - name: a\n${text}`));
    texts.push(
      'accounts:\n  - name: a\n    callback: { secrets: secret-2 }',
      'accounts: [{ keys: [secret-1] ]',
    );
    for (const text of texts) expect(messageOf(text)).not.toMatch(/secret-\d|c2VjcmV0/);
  });

  test('that is not there', async () => {
    await expect(readAccountsFile('/nowhere/accounts.yaml')).rejects.toThrow(
      '/nowhere/accounts.yaml:1:1: file not found',
    );
  });
});

describe('a good file', () => {
  test('is the one above', () => {
    expect(parseAccounts(lines.join('\n'), 'accounts.yaml', now).accounts.map(({ name }) => name)).toEqual([
      'one',
      'two',
    ]);
  });

  test('is the sample of the contract, and the demo has all of it', async () => {
    const { accounts } = await readAccountsFile(demo);
    for (const { keys, ...account } of (await readAccountsFile(sample)).accounts) {
      const same = accounts.find(({ name }) => name === account.name);
      expect(same).toMatchObject(account);
      expect(same?.keys).toEqual(keys.map((key) => ({ ...key, label: expect.any(String) })));
    }
  });

  test('takes two valid keys beside expired ones', () => {
    const text = readFileSync(sample, 'utf8').replace(
      '- { key: demo-key, label: demo }\n',
      '- { key: demo-key }\n      - { key: second }\n',
    );
    expect(parseAccounts(text, 'accounts.yaml', now).accounts[0]?.keys).toHaveLength(3);
  });
});

function faultsOf(text: string): AccountsFileError['faults'] {
  return errorOf(text).faults;
}

function messageOf(text: string): string {
  return errorOf(text).message;
}

function errorOf(text: string): AccountsFileError {
  try {
    parseAccounts(text, 'accounts.yaml', now);
  } catch (error) {
    if (error instanceof AccountsFileError) return error;
    throw error;
  }
  throw new Error('the file is not broken');
}
