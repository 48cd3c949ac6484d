/** A good accounts file with one of everything, by line. */
export const lines = `accounts:
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

/** What an operator may get wrong: each puts something else on one line of the file above. */
export const broken: readonly [
  name: string,
  line: number,
  text: string,
  pointer: string,
  expected: string,
  got: string,
][] = [
  ['an unknown member', 6, '    balanse: 8', `${a}/balanse`, 'only known members', 'another'],
  ['a missing member', 7, '', a, 'a member prices', 'none'],
  [
    'a name that is none',
    2,
    "  - name: ' '",
    `${a}/name`,
    'a name of 1 to 100 characters without blanks at the ends',
    '" "',
  ],
  [
    'a name twice',
    30,
    '  - name: one',
    '/accounts/1/name',
    'a name of its own',
    'one, which stands further up',
  ],
  [
    'a key twice',
    31,
    '    keys: [{ key: secret-1 }]',
    '/accounts/1/keys/0',
    'a key that stands nowhere else',
    'one, which stands further up',
  ],
  [
    'a key and its own hash',
    5,
    '      - { hash: 5d4d6aaa1b2a0ab4ecb6fae55e9ba4b5a7d0b6e0f2e1c5c1d0d0c7d8e3a2f1b0, key: secret-9 }',
    `${a}/keys/1`,
    'either key or hash',
    'both',
  ],
  ['neither key nor hash', 4, '      - { label: main }', `${a}/keys/0`, 'either key or hash', 'neither'],
  ['a key that is a number', 4, '      - { key: 12345 }', `${a}/keys/0/key`, 'string', 'a number'],
  [
    'a key that no header carries',
    4,
    '      - { key: "secret 1" }',
    `${a}/keys/0/key`,
    'visible ASCII characters, since it travels in a header',
    'a string',
  ],
  ['a key outside of its object', 4, '      - secret-1', `${a}/keys/0`, 'object', 'a string'],
  [
    'a hash that is none',
    5,
    '      - { hash: aa }',
    `${a}/keys/1/hash`,
    'the SHA-256 of the key, 64 hexadecimal digits',
    'a string',
  ],
  [
    'three valid keys',
    5,
    '      - { key: b }\n      - { key: c }',
    `${a}/keys/2`,
    'at most 2 keys that are valid now',
    'another',
  ],
  [
    'an expiry without an offset',
    31,
    "    keys: [{ key: x, expiresAt: '2026-12-31' }]",
    '/accounts/1/keys/0/expiresAt',
    'a time such as 2026-12-31T00:00:00Z',
    '"2026-12-31"',
  ],
  ['a negative balance', 6, '    balance: -1', `${a}/balance`, '>= 0', '-1'],
  ['a balance in fractions', 6, '    balance: 8.5', `${a}/balance`, 'integer', '8.5'],
  [
    'a balance beyond exact numbers',
    6,
    '    balance: 9007199254740993',
    `${a}/balance`,
    '<= 9007199254740991',
    '9007199254740992',
  ],
  [
    'a price of an unknown channel',
    7,
    '    prices: { SMS: 5, CHATTWO: 3, FAX: 1 }',
    `${a}/prices/FAX`,
    'a known channel',
    'another',
  ],
  [
    'a stage without a price',
    7,
    '    prices: { CHATTWO: 3 }',
    `${a}/cascades/0/stages/1/channel`,
    'a channel with a price',
    'SMS, which prices does not list',
  ],
  [
    'a cascade id twice',
    19,
    '      - { id: 7, name: Eight, stages: [{ uuid: 8a1f5b7e-9f0d-4f0e-8d55-000000000003, channel: SMS, subject: { id: 2, subject: codes } }] }',
    `${a}/cascades/1/id`,
    'an id that the account has once',
    '7, which stands further up',
  ],
  [
    'a cascade without stages',
    19,
    '      - { id: 8, name: Eight, stages: [] }',
    `${a}/cascades/1/stages`,
    'NOT have fewer than 1 items',
    'an array',
  ],
  [
    'an unknown coverage',
    10,
    '        name: Seven\n        coverage: none',
    `${a}/cascades/0/coverage`,
    'one of violations, code',
    '"none"',
  ],
  [
    'a stage uuid twice, in another case',
    16,
    '          - uuid: 8A1F5B7E-9F0D-4F0E-8D55-000000000001',
    `${a}/cascades/0/stages/1/uuid`,
    'a uuid that the account has once',
    '8A1F5B7E-9F0D-4F0E-8D55-000000000001, which stands further up',
  ],
  ['a uuid that is none', 12, '          - uuid: 8a1f', `${a}/cascades/0/stages/0/uuid`, 'a UUID', '"8a1f"'],
  [
    'an unknown channel',
    17,
    '            channel: sms',
    `${a}/cascades/0/stages/1/channel`,
    'one of SMS, CHATONE, CHATTWO',
    '"sms"',
  ],
  [
    'a ttl of nothing',
    14,
    '            ttl: 00:00:00',
    `${a}/cascades/0/stages/0/ttl`,
    'a time above zero as HH:MM:SS',
    '"00:00:00"',
  ],
  [
    'a ttl of 90 minutes in minutes',
    14,
    '            ttl: 00:90:00',
    `${a}/cascades/0/stages/0/ttl`,
    'a time above zero as HH:MM:SS',
    '"00:90:00"',
  ],
  [
    'a ttl at the last stage',
    18,
    "            subject: { id: 2, subject: codes }\n            ttl: '00:01:00'",
    `${a}/cascades/0/stages/1/ttl`,
    'no ttl at the last stage',
    '"00:01:00"',
  ],
  [
    'a subject without an id',
    15,
    '            subject: { subject: codes }',
    `${a}/cascades/0/stages/0/subject`,
    'a member id',
    'none',
  ],
  [
    'a sender twice',
    22,
    '      - { channel: SMS, subject: codes, activated: false }',
    `${a}/senders/1`,
    'a signature that the account has once',
    'SMS codes, which stands further up',
  ],
  [
    'a template twice',
    25,
    "      - { channel: CHATTWO, name: code, text: 'x' }",
    `${a}/templates/1`,
    'a template name that the channel has once',
    'CHATTWO code, which stands further up',
  ],
  [
    'a template with a stray brace',
    24,
    "      - { channel: CHATTWO, name: code, text: 'Code {code' }",
    `${a}/templates/0/text`,
    'text with placeholders such as {code}, every brace part of one',
    '"Code {code"',
  ],
  [
    'a callback without https',
    27,
    '      url: http://receiver.example.test/secret-2',
    `${a}/callback/url`,
    'an https address (http only to this machine)',
    'http:',
  ],
  [
    'a callback that is no URL',
    27,
    '      url: receiver',
    `${a}/callback/url`,
    'an https address (http only to this machine)',
    'no URL',
  ],
  [
    'a secret that is too short',
    28,
    '      secrets: [whsec_c2VjcmV0]',
    `${a}/callback/secrets/0`,
    'whsec_ and the base64 of at least 24 bytes',
    'a string',
  ],
  [
    'an unknown switch',
    29,
    '    settings: { lenient: { keyboards: true } }',
    `${a}/settings/lenient/keyboards`,
    'only known members',
    'another',
  ],
  [
    'a limit of nothing',
    29,
    '    settings: { limits: { requestsPerSecond: 0 } }',
    `${a}/settings/limits/requestsPerSecond`,
    '>= 1',
    '0',
  ],
];

/** Where the line that was put in does not carry the fault itself. */
export const elsewhere: Readonly<Record<string, number>> = {
  'a missing member': 2,
  'three valid keys': 6,
  'a stage without a price': 17,
  'an unknown coverage': 11,
  'a ttl at the last stage': 19,
};
