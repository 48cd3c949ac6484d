import { fileURLToPath } from 'node:url';
import { expect, it, test } from 'vitest';
import { FaultyFileError } from '../yaml-file/faulty-file-error.ts';
import { parseService, readServiceFile } from './read-service-file.ts';

const demo = fileURLToPath(new URL('../../demo/service.yaml', import.meta.url));
const secret = `whsec_${'c2Vj'.repeat(8)}`;

const variable = (name: string) => `\${${name}}`;

const lines = `gateways:
  SMS:
    kind: smpp
    host: smsc.example.test
    port: 2775
    systemId: cascade
    password: ${variable('PASSWORD')}
    reasons: { '011': error-address-format }
  CHATTWO:
    kind: http
    url: https://gateway.example.test/send
    authorization: Bearer ${variable('TOKEN')}
  CHATONE: { kind: simulator }
receipts:
  secrets: [${secret}]
limits:
  messageLength: { SMS: 1600 }
`.split('\n');

const environment = { PASSWORD: 'secret-1', TOKEN: 'secret-2' };
const parse = (text: string) => parseService(text, 'service.yaml', environment);

it('gives the options of the service, with the environment filled in', () => {
  expect(parse(lines.join('\n'))).toEqual({
    gateways: {
      smpp: {
        SMS: {
          host: 'smsc.example.test',
          port: 2775,
          systemId: 'cascade',
          password: 'secret-1',
          reasons: { '011': 'error-address-format' },
        },
      },
      http: { CHATTWO: { url: 'https://gateway.example.test/send', authorization: 'Bearer secret-2' } },
    },
    receiptSecrets: [secret],
    lengthLimits: { SMS: 1600 },
  });
});

it('may be empty', () => {
  const nothing = { gateways: { http: {}, smpp: {} }, receiptSecrets: [], lengthLimits: {} };
  expect(parse('')).toEqual(nothing);
  expect(parse('# all later\n')).toEqual(nothing);
});

it('has an example that works', async () => {
  const { gateways, lengthLimits } = await readServiceFile(demo, { SMSC_PASSWORD: 'x' });
  expect(gateways?.smpp?.SMS).toMatchObject({ port: 2775, password: 'x', window: 10 });
  expect(gateways?.http?.CHATTWO).toMatchObject({ timeoutSeconds: 10 });
  expect(lengthLimits).toEqual({ SMS: 1600 });
});

const sms = '/gateways/SMS';

test.each([
  ['an unknown section', 16, 'limit:', '/limit', 'only known members', 'another'],
  ['an unknown channel', 13, '  FAX: { kind: simulator }', '/gateways/FAX', 'a known channel', 'another'],
  ['an unknown kind', 3, '    kind: smtp', `${sms}/kind`, 'one of simulator, http, smpp', '"smtp"'],
  ['no kind', 13, '  CHATONE: {}', '/gateways/CHATONE', 'a member kind', 'none'],
  [
    'a member of another kind',
    13,
    '  CHATONE: { kind: simulator, url: x }',
    '/gateways/CHATONE/url',
    'only known members',
    'another',
  ],
  ['no host', 4, '', sms, 'a member host', 'none'],
  ['a port that is none', 5, '    port: 70000', `${sms}/port`, '<= 65535', '70000'],
  ['a port as text', 5, "    port: '2775'", `${sms}/port`, 'integer', '"2775"'],
  [
    'a variable that is not set',
    7,
    `    password: ${variable('NOWHERE')}`,
    `${sms}/password`,
    'a variable NOWHERE in the environment',
    'none',
  ],
  ['a password that is a number', 7, '    password: 12345678', `${sms}/password`, 'string', 'a number'],
  [
    'a variable where it cannot be',
    5,
    `    port: ${variable('PASSWORD')}`,
    `${sms}/port`,
    'integer',
    'a string',
  ],
  [
    'a reason that is none',
    8,
    "    reasons: { '011': Wrong }",
    `${sms}/reasons/011`,
    'an undelivered reason such as message-undeliverable',
    '"Wrong"',
  ],
  [
    'a url that is none',
    11,
    '    url: gateway/secret-3',
    '/gateways/CHATTWO/url',
    'an http or https address',
    'a string',
  ],
  [
    'a secret that is too short',
    15,
    '  secrets: [whsec_secret-3]',
    '/receipts/secrets/0',
    'whsec_ and the base64 of at least 24 bytes',
    'a string',
  ],
  ['a limit of nothing', 17, '  messageLength: { SMS: 0 }', '/limits/messageLength/SMS', '>= 1', '0'],
  ['a certificate without TLS', 8, '    servername: smsc.test', sms, 'a member tls', 'none'],
  ['a rate of nothing', 8, '    messagesPerSecond: 0', `${sms}/messagesPerSecond`, '> 0', '0'],
  [
    'a way for long texts that is none',
    8,
    '    longTexts: both',
    `${sms}/longTexts`,
    'one of payload, parts',
    '"both"',
  ],
  [
    'a time-out beyond what the engine waits',
    11,
    '    timeoutSeconds: 30\n    url: http://x',
    '/gateways/CHATTWO/timeoutSeconds',
    '<= 25',
    '30',
  ],
])('refuses %s on its line, and shows no secret', (name, line, text, pointer, expected, got) => {
  const error = errorOf(lines.with(line - 1, text).join('\n'));
  const shown = ['no host', 'a certificate without TLS'].includes(name) ? 2 : line;
  expect(error.faults[0]).toEqual({ file: 'service.yaml', line: shown, pointer, expected, got });
  expect(error.message).toContain('The service cannot start with service.yaml:');
  expect(error.message).not.toMatch(/secret-\d/);
});

it('tells all faults at once, in the order of the file', () => {
  const text = lines
    .with(4, '    port: 0')
    .with(6, `    password: ${variable('NOWHERE')}`)
    .with(16, '  messageLength: 5');
  expect(errorOf(text.join('\n')).faults.map(({ line }) => line)).toEqual([5, 7, 17]);
});

it('names a file that is not there', async () => {
  await expect(readServiceFile('/nowhere/service.yaml', {})).rejects.toThrow(
    '/nowhere/service.yaml:1: the file: expected a file that can be read, got ENOENT',
  );
});

function errorOf(text: string): FaultyFileError {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof FaultyFileError) return error;
    throw error;
  }
  throw new Error('the file is not broken');
}
