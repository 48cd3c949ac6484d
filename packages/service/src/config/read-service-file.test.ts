import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { YamlFileError } from '@cascade/yaml-file';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseService, readProductionFile, readServiceFile } from './read-service-file.ts';

const demoFile = (name: string) => fileURLToPath(new URL(`../../demo/${name}.yaml`, import.meta.url));
const demo = demoFile('service');
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

test('gives the options of the service, with the environment filled in', () => {
  expect(parse(lines.join('\n'))).toEqual({
    gateways: {
      SMS: {
        kind: 'smpp',
        host: 'smsc.example.test',
        port: 2775,
        systemId: 'cascade',
        password: 'secret-1',
        reasons: { '011': 'error-address-format' },
      },
      CHATTWO: {
        kind: 'http',
        url: 'https://gateway.example.test/send',
        authorization: 'Bearer secret-2',
      },
      CHATONE: { kind: 'simulator' },
    },
    receiptSecrets: [secret],
    lengthLimits: { SMS: 1600 },
    privateReceivers: [],
  });
});

test('may be empty', () => {
  const nothing = { gateways: {}, receiptSecrets: [], lengthLimits: {}, privateReceivers: [] };
  expect(parse('')).toEqual(nothing);
  expect(parse('# all later\n')).toEqual(nothing);
});

test('has an example that works', async () => {
  const { gateways, lengthLimits } = await readServiceFile(demo, { SMSC_PASSWORD: 'x' });
  expect(gateways?.SMS).toMatchObject({ port: 2775, password: 'x', window: 10 });
  expect(gateways?.CHATTWO).toMatchObject({ timeoutSeconds: 10 });
  expect(lengthLimits).toEqual({ SMS: 1600 });
});

describe('in production', () => {
  test('every channel needs a gateway, or a word that it has none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cascade-service-file-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'service.yaml');
    const read = async (text: string) => {
      await writeFile(file, text);
      return readProductionFile(file, {});
    };
    for (const text of ['', 'limits: {}', 'gateways: {}', '# nothing'])
      await expect(read(text)).rejects.toThrow('expected a gateway for SMS, CHATONE, CHATTWO, found none');
    const partial = read('limits: {}\ngateways:\n  CHATTWO: { kind: none }\n  SMS: { kind: simulator }\n');
    await expect(partial).rejects.toThrow(
      `${file}:2:1: /gateways: expected a gateway for CHATONE, found none;`,
    );
    await expect(partial).rejects.toThrow('\n  CHATONE: { kind: none } ');
    await expect(partial).rejects.toBeInstanceOf(YamlFileError);
  });

  test('the demo files have them', async () => {
    expect(await readProductionFile(demoFile('simulated'), {})).toMatchObject({
      gateways: {
        SMS: { kind: 'simulator' },
        CHATONE: { kind: 'simulator' },
        CHATTWO: { kind: 'simulator' },
      },
    });
    expect(await readProductionFile(demo, { SMSC_PASSWORD: 'x' })).toMatchObject({
      gateways: { CHATONE: { kind: 'none' } },
    });
  });
});

const sms = '/gateways/SMS';

test.each([
  ['an unknown section', 16, 'limit:', '/limit', 'unexpected field; did you mean limits?'],
  [
    'an unknown channel',
    13,
    '  FAX: { kind: simulator }',
    '/gateways/FAX',
    'unexpected field; expected SMS, CHATONE, CHATTWO',
  ],
  [
    'an unknown kind',
    3,
    '    kind: smtp',
    `${sms}/kind`,
    'expected one of simulator, http, smpp, none, found "smtp"; did you mean smpp?',
  ],
  ['no kind', 13, '  CHATONE: {}', '/gateways/CHATONE', 'expected a field kind, found none'],
  [
    'a member of another kind',
    13,
    '  CHATONE: { kind: simulator, url: x }',
    '/gateways/CHATONE/url',
    'unexpected field',
  ],
  ['no host', 4, '', sms, 'expected a field host, found none'],
  ['a port that is none', 5, '    port: 70000', `${sms}/port`, 'expected at most 65535, found 70000'],
  ['a port as text', 5, "    port: '2775'", `${sms}/port`, 'expected an integer, found "2775"'],
  [
    'a variable that is not set',
    7,
    `    password: ${variable('NOWHERE')}`,
    `${sms}/password`,
    'environment variable NOWHERE is not set',
  ],
  [
    'a password that is a number',
    7,
    '    password: 12345678',
    `${sms}/password`,
    'expected a string, found a number',
  ],
  [
    'a variable where it cannot be',
    5,
    `    port: ${variable('PASSWORD')}`,
    `${sms}/port`,
    'expected an integer, found a string',
  ],
  [
    'a reason that is none',
    8,
    "    reasons: { '011': Wrong }",
    `${sms}/reasons/011`,
    'expected an undelivered reason such as message-undeliverable, found "Wrong"',
  ],
  [
    'a url that is none',
    11,
    '    url: gateway/secret-3',
    '/gateways/CHATTWO/url',
    'expected an http or https address without a user, found a string',
  ],
  [
    'a url with a user, whose password would not be sent',
    11,
    '    url: https://me:secret-3@gateway.example.test/send',
    '/gateways/CHATTWO/url',
    'expected an http or https address without a user, found a string',
  ],
  [
    'an authorization with a line end, as of a file with a secret',
    12,
    '    authorization: "Bearer secret-3\\n"',
    '/gateways/CHATTWO/authorization',
    'expected a header in one line, without characters beyond Latin-1, found a string',
  ],
  [
    'a secret that is too short',
    15,
    '  secrets: [whsec_secret-3]',
    '/receipts/secrets/0',
    'expected whsec_ and the base64 of at least 24 bytes, found a string',
  ],
  [
    'a limit of nothing',
    17,
    '  messageLength: { SMS: 0 }',
    '/limits/messageLength/SMS',
    'expected at least 1, found 0',
  ],
  ['a certificate without TLS', 8, '    servername: smsc.test', sms, 'expected a field tls, found none'],
  [
    'a rate of nothing',
    8,
    '    messagesPerSecond: 0',
    `${sms}/messagesPerSecond`,
    'expected more than 0, found 0',
  ],
  [
    'a way for long texts that is none',
    8,
    '    longTexts: both',
    `${sms}/longTexts`,
    'expected one of payload, parts, sar, found "both"',
  ],
  [
    'a form of ids that is none',
    8,
    '    messageIds: { response: caseless, receipt: uuid }',
    `${sms}/messageIds/receipt`,
    'expected one of decimal, hex, caseless, found "uuid"',
  ],
  [
    'a state that is none',
    8,
    '    states: { PARKED: on its way }',
    `${sms}/states/PARKED`,
    'expected one of enroute, delivered, undelivered, found "on its way"',
  ],
  [
    'a word of a state with a space',
    8,
    '    states: { PARKED HERE: enroute }',
    `${sms}/states/PARKED HERE`,
    'unexpected field; expected a word or number of stat without spaces, such as DELIVRD',
  ],
  [
    'a status that is none',
    8,
    '    statuses: { ESME_RTHROTTLED: retry }',
    `${sms}/statuses/ESME_RTHROTTLED`,
    'unexpected field; expected a command_status such as 0x400 or 1024',
  ],
  [
    'a meaning of a status that is none',
    8,
    "    statuses: { '0x400': wait }",
    `${sms}/statuses/0x400`,
    'expected retry, slow down, fewer at once, pause, or an undelivered reason such as message-undeliverable, found "wait"',
  ],
  ['a coding without an alphabet', 8, '    dataCoding: 3', sms, 'expected a field alphabet, found none'],
  [
    'an alphabet that is none',
    8,
    '    alphabet: latin-1',
    `${sms}/alphabet`,
    'expected one of gsm, latin1, ascii, ucs2, found "latin-1"; did you mean latin1?',
  ],
  [
    'a coding of an alphabet that has its own',
    8,
    '    alphabet: ucs2\n    dataCoding: 1',
    `${sms}/alphabet`,
    'expected one of gsm, latin1, ascii, found "ucs2"',
  ],
  [
    'a reference of another size',
    8,
    '    references: 12',
    `${sms}/references`,
    'expected one of 8, 16, found 12',
  ],
  [
    'a type of number that is none',
    8,
    '    source: { ton: 7 }',
    `${sms}/source/ton`,
    'expected at most 6, found 7',
  ],
  [
    'a parameter outside the range of vendors',
    8,
    '    parameters: { 0x13ff: x }',
    `${sms}/parameters/5119`,
    'unexpected field; expected a tag from 0x1400 to 0x3fff',
  ],
  [
    'a parameter of half an octet',
    8,
    "    parameters: { '0x1400': { hex: 'abc' } }",
    `${sms}/parameters/0x1400/hex`,
    'expected octets in hexadecimal, such as 0a1f, found "abc"',
  ],
  [
    'a parameter of a sender outside the range of vendors',
    8,
    '    senders: { codes: { parameters: { 0x4000: x } } }',
    `${sms}/senders/codes/parameters/16384`,
    'unexpected field; expected a tag from 0x1400 to 0x3fff',
  ],
  ['a priority that is none', 8, '    priority: 4', `${sms}/priority`, 'expected one of 0, 1, 2, 3, found 4'],
  [
    'a version of SMPP that is not known',
    8,
    '    interfaceVersion: 0x50',
    `${sms}/interfaceVersion`,
    'expected one of 51, 52, found 80',
  ],
  [
    'a service type that is too long',
    8,
    '    serviceType: MARKET',
    `${sms}/serviceType`,
    'expected at most 5 characters, found "MARKET"',
  ],
  [
    'a word that is blank',
    8,
    "    optOut: { stop: [STOP, ' '] }",
    `${sms}/optOut/stop/1`,
    'expected a word such as STOP, found " "',
  ],
  [
    'a url for texts that is none',
    8,
    '    inbound: { url: texts/secret-4, authorization: secret-5 }',
    `${sms}/inbound/url`,
    'expected an http or https address without a user, found a string',
  ],
  [
    'an authorization for texts that is empty',
    8,
    "    inbound: { url: 'http://x/secret-6', authorization: '' }",
    `${sms}/inbound/authorization`,
    'expected at least 1 character, found a string',
  ],
  [
    'a time-out beyond what the engine waits',
    11,
    '    timeoutSeconds: 30\n    url: http://x',
    '/gateways/CHATTWO/timeoutSeconds',
    'expected at most 25, found 30',
  ],
])('refuses %s on its line, and shows no secret', (name, line, text, pointer, message) => {
  const error = errorOf(lines.with(line - 1, text).join('\n'));
  const wholeGateway = ['no host', 'a certificate without TLS', 'a coding without an alphabet'];
  const shown = wholeGateway.includes(name) ? 2 : line;
  const place = { file: 'service.yaml', line: shown, column: expect.any(Number) };
  expect(error.faults[0]).toEqual({ ...place, pointer, message });
  expect(error.message).toContain('The service cannot start with service.yaml:');
  expect(error.message).not.toMatch(/secret-\d/);
});

test('takes statuses in hexadecimal and in decimal, quoted or not', () => {
  const statuses =
    "    statuses: { '0x400': retry, 0x44b: error-address-format, 1101: pause, '0x14': slow down }";
  expect(parse(lines.with(7, statuses).join('\n')).gateways?.SMS).toMatchObject({
    statuses: { '0x400': 'retry', '1099': 'error-address-format', '1101': 'pause', '0x14': 'slow down' },
  });
});

test('takes tags of parameters from the first to the last of vendors, and octets by their number', () => {
  const tags = ['0x1400', '5120', '0X3fFF', '16383', '9999', '10000', '16279'];
  const parameters = Object.fromEntries(tags.map((tag) => [tag, { hex: '00' }]));
  const settings = { parameters, registeredDelivery: 0x11, source: { ton: 0 }, references: 16 };
  const address = { kind: 'smpp', host: 'x', port: 2775, systemId: 'x', password: 'x' };
  const sms = JSON.stringify({ gateways: { SMS: { ...address, ...settings } } });
  expect(parse(sms).gateways?.SMS).toMatchObject(settings);
  for (const tag of ['5119', '16384', '0x4000', '0x140', '1400'])
    expect(() => parse(sms.replace('0x1400', tag))).toThrow('expected a tag from 0x1400 to 0x3fff');
});

test('permits receivers on private addresses, and names an entry that is none', () => {
  const permitting = (list: string) => `callbacks:\n  privateReceivers: ${list}\n`;
  const list = ['10.20.0.0/16', 'fd12:3456::/32', 'receiver.internal'];
  expect(parse(permitting(JSON.stringify(list))).privateReceivers).toEqual(list);
  expect(errorOf(permitting('[receiver.internal, 10.0.0.0/40]')).faults).toMatchObject([
    {
      line: 2,
      pointer: '/callbacks/privateReceivers/1',
      message: 'expected a network such as 10.20.0.0/16 or fd12:3456::/32, or the name of a host',
    },
  ]);
});

test('reports all faults at once, in the order of the file', () => {
  const text = lines
    .with(4, '    port: 0')
    .with(6, `    password: ${variable('NOWHERE')}`)
    .with(16, '  messageLength: 5');
  expect(errorOf(text.join('\n')).faults.map(({ line }) => line)).toEqual([5, 7, 17]);
});

test('reports a missing file', async () => {
  await expect(readServiceFile('/nowhere/service.yaml', {})).rejects.toThrow(
    '/nowhere/service.yaml:1:1: file not found',
  );
});

function errorOf(text: string): YamlFileError {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof YamlFileError) return error;
    throw error;
  }
  throw new Error('the file is not broken');
}
