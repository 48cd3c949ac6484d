import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const client = new Client({ name: 'test', version: '1.0.0' });
const packed = fileURLToPath(new URL('../dist/package', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'cascade-mcp-'));

/** The packed form, in a folder where nothing is installed; `--import` runs a text of JavaScript first. */
const transport = (...options: readonly string[]) => {
  const args = [...options, join(folder, 'dist/cli.js')];
  return new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' });
};

beforeAll(async () => {
  if (!existsSync(packed)) throw new Error(`expected ${packed}. Run: npm --prefix packages/mcp run build`);
  cpSync(packed, folder, { recursive: true });
  await client.connect(transport());
});

// Ends the server, too: its input ends.
afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true });
});

/** The text that a tool answers with. */
async function call(name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args });
  const [first] = Array.isArray(content) ? content : [];
  return String(first?.text);
}

const message = {
  requestId: '6a1f0c2b-4d5e-4691-8111-12222aaaa001',
  cascadeId: 2002,
  subscriberFilter: { address: '+12025550199', type: 'PHONE' },
  content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
};
const emptied = { ...message, content: { smsContent: { contentType: 'TEXT', text: '' } } };

test('it depends on nothing, and has the licences of what is in it', () => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  const licenses = readFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of ['@modelcontextprotocol/sdk', '@stoplight/prism-http', 'zod'])
    expect(licenses).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+, `, 'm'));
});

test('its first answer takes less than 1.5 s of processor time', async () => {
  const tell = "process.on('exit', () => process.stderr.write('took ' + process.cpuUsage().user))";
  const own = transport('--import', `data:text/javascript,${tell}`);
  const said: string[] = [];
  own.stderr?.on('data', (part) => said.push(String(part)));
  const first = new Client({ name: 'first', version: '1.0.0' });
  await first.connect(own);
  await first.callTool({ name: 'explain', arguments: { name: 'out-of-balance' } });
  await first.close();
  const [, microseconds] = /took (\d+)/.exec(said.join('')) ?? [];
  expect(Number(microseconds)).toBeLessThan(1_500_000);
});

test('it offers its tools, and tells what it is for', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'explain',
    'search',
    'judge_request',
    'send_to_mock',
    'list_changes',
    'get_change',
  ]);
  expect(client.getInstructions()).toContain('search');
});

describe('changes', () => {
  test('are listed with their ids, what breaks programs first', async () => {
    const all = await call('list_changes', { version: '0.2.0', about: 'scheduleMessage' });
    const [first = '', ...lines] = all.split('\n');
    expect(first).toMatch(/^\d+ changes:$/);
    expect(lines[0]).toMatch(/^- v0\.2\.0-\S+: .+ \(scheduleMessage, 0\.2\.0, breaking/);
    expect(lines.length).toBeLessThanOrEqual(61);
    const breaking = await call('list_changes', { about: 'comment', breaking: true });
    expect(breaking).toContain(
      '- v0.2.0-SchedulingRequest.comment: SchedulingRequest.comment (scheduleMessage',
    );
    expect(await call('list_changes', { version: '9.9.9' })).toMatch(
      /^No change fits\. There are changes of .*0\.2\.0\./,
    );
  });

  test('one is told with both states and what to do', async () => {
    const text = await call('get_change', { id: 'v0.2.0-SchedulingRequest.comment' });
    expect(text).toContain('a text of 4,097 characters is accepted → ');
    expect(text).toContain('a text of 4,097 characters is refused');
    expect(text).toContain('Breaks you if you send `comment` beyond it');
    expect(text).toContain('/changelog.md#v0.2.0-SchedulingRequest.comment');
    expect(await call('get_change', { id: 'SchedulingRequest.comment' })).toContain(
      '- v0.2.0-SchedulingRequest.comment',
    );
    expect(await call('get_change', { id: 'nothing-like-it' })).toContain('list_changes has all ids');
  });
});

describe('explain', () => {
  test.each([
    ['out-of-balance', '# out-of-balance\n', 'The balance does not cover the prices of all stages.'],
    ['daily-rate-limit', '# daily-rate-limit\n', 'Send it again later'],
    ['§4.1/rule-2', '## §4.1/rule-2', 'Described at'],
    ['requestId', 'SchedulingRequest.requestId', 'A UUID'],
    ['subscriberFilter', 'field subscriberFilter: SchedulingRequest.subscriberFilter', 'required'],
    ['ADR-0007', '# ADR-0007', 'request id'],
    ['list-picker-title', '24', 'title'],
    ['scheduleMessage', '# Schedule a message', '/api/cascade/schedule'],
    ['codes/out-of-balance.md#client', '## In the client', 'retry'],
  ])('%s', async (name, start, part) => {
    const text = await call('explain', { name });
    expect(text).toContain(start);
    expect(text).toContain(part);
    expect(text.length).toBeLessThan(12_000);
  });

  test('names what is nearest', async () => {
    expect(await call('explain', { name: 'out-of-ballance' })).toMatch(
      /^Nothing is called .*\n.*code out-of-balance/,
    );
  });

  test('a long page lists the addresses of what is left out, which it then explains', async () => {
    const page = await call('explain', { name: 'receive-callbacks.md' });
    const [, rest = ''] = page.split('More, for explain:\n');
    const [, address = ''] = /\((\S+)\)/.exec(rest) ?? [];
    expect(await call('explain', { name: address })).toMatch(/^##+ /);
  });
});

describe('search', () => {
  test('lists finds with addresses, and shows the first', async () => {
    const text = await call('search', { query: 'insufficient funds' });
    expect(text).toMatch(/^- code out-of-balance: .*\(codes\/out-of-balance\.md\)/);
    expect(text).toContain('The first:\n\n# out-of-balance');
  });

  test('says when nothing is found', async () => {
    expect(await call('search', { query: 'xyzzyplugh' })).toMatch(/^Nothing found/);
  });
});

describe('judge_request', () => {
  test('a refusal has code, status, pointer, detail and the fix of the catalogue', async () => {
    const text = await call('judge_request', { body: emptied });
    expect(text).toContain('Refused: 400 text-not-specified\nPointer: /content/smsContent/text\n');
    expect(text).toContain('Detail: /content/smsContent/text: must not be empty');
    expect(text).toContain('Fix: Set text to a non-empty string.');
  });

  test('what only the provider knows is said', async () => {
    expect(await call('judge_request', { body: message })).toMatch(
      /^Accepted .*Only the provider knows whether the cascade/,
    );
    const cascades = [{ id: 2002, stages: [{ channel: 'CHATTWO' }] }];
    const judged = await call('judge_request', { body: message, cascades });
    expect(judged).toContain('cascade-scheduling-request-is-not-valid');
    expect(judged).not.toContain('whether the cascade');
  });

  test.each([
    ['a text that is not JSON', { body: '{"a":' }, 'matched-template-not-found'],
    [
      'an address without HTTPS',
      { body: { statusCallbackUrl: 'http://a.example' }, operation: 'setCallback' },
      'callback-url-not-valid',
    ],
    ['a page too large', { body: { limit: 1001 }, operation: 'listMessages' }, 'matched-template-not-found'],
  ])('%s', async (_what, request, code) => {
    expect(await call('judge_request', request)).toContain(`Refused: 400 ${code}`);
  });
});

describe('send_to_mock', () => {
  test('shows the answer and its signed callback', async () => {
    const text = await call('send_to_mock', { requests: [{ body: message }] });
    expect(text).toContain('HTTP 200\n');
    expect(text).toMatch(/Callback:\n\nPOST \/callback\n(?:.+\n)*webhook-signature: v1,/);
    expect(text).toContain('"status":"DELIVERED"');
  });

  test('requests share a mock: the second use of a request id is refused', async () => {
    const text = await call('send_to_mock', { requests: [{ body: message }, { body: message }] });
    expect(text).toMatch(/HTTP 200.*HTTP 400.*requestId-is-not-unique.*No callback/s);
  });

  test('each stage has its callback; headers choose others', async () => {
    const wanted = { headers: { Prefer: 'callback=spam-rate-limit-hit' }, body: message };
    const text = await call('send_to_mock', {
      requests: [wanted, { body: emptied, headers: { 'X-Api-Key': 'no' } }],
    });
    expect(text).toContain('"error":"spam-rate-limit-hit"');
    expect(text).toContain('HTTP 401');
  });
});

const find = (query: string) => ['search', { query }] as const;
const explain = (name: string) => ['explain', { name }] as const;
const judged = (body: object) => ['judge_request', { body }] as const;
const undelivered = {
  requests: [{ headers: { Prefer: 'callback=spam-rate-limit-hit' }, body: message }],
};

/** What an assistant is asked, the calls by which it finds out, and what their answers must say for that. */
const tasks: readonly (readonly [string, readonly (readonly [string, object])[], readonly RegExp[]])[] = [
  ['write a request', [explain('send.md')], [/POST \S+\/api\/cascade\/schedule/, /x-api-key/, /smsContent/]],
  ['why was this refused?', [judged(emptied)], [/text-not-specified/, /Fix: Set text to a non-empty/]],
  [
    'receive callbacks in Python',
    [find('receive callbacks Python'), explain('receive-callbacks.md#a-receiver')],
    [/receiver\.receive\(/, /webhook-id/],
  ],
  [
    'verify a signature',
    [find('verify signature'), explain('webhook-signature')],
    [/#a-receiver/, /ADR-0017/],
  ],
  [
    'the answer was lost',
    [find('retry after time-out')],
    [/[Ss]end again with that id/, /requestId-is-not-unique/],
  ],
  [
    'what is spam-rate-limit-hit?',
    [explain('spam-rate-limit-hit')],
    [/^# spam-rate-limit-hit/, /UNDELIVERED/],
  ],
  [
    'how many buttons are allowed?',
    [find('buttons')],
    [/10 buttons/, /2 URL and 1 PHONE/, /1 button \(limits/],
  ],
  ['see an undelivered message', [['send_to_mock', undelivered]], [/"status":"UNDELIVERED"/, /webhook-id/]],
  [
    'when is a request id used up?',
    [explain('requestId-is-not-unique')],
    [/^# requestId-is-not-unique/, /## In the client/],
  ],
  ['list my cascades', [explain('listCascades')], [/POST .*\/api\/cascade\//, /limit/]],
  ['register a callback address', [explain('setCallback')], [/\/api\/callback\/set/, /statusCallbackUrl/]],
  ['send tomorrow at nine', [find('schedule later start time')], [/startTime/, /ISO 8601 with a time zone/]],
  ['the balance is too low', [find('not enough money')], [/code out-of-balance/, /prices of all stages/]],
  ['how often may I send?', [find('rate limit')], [/rate-limit/]],
  ['what is a stage?', [explain('stage')], [/stage/i, /channel/i]],
  ['which statuses are there?', [explain('ENQUEUED')], [/`DELIVERED`/, /open list/]],
  ['generate a Java client', [find('generate Java client')], [/openapi-generator java native/]],
  ['how long are callbacks repeated?', [find('callback repeated hours')], [/24 h/]],
  ['test my own provider', [find('write a provider')], [/cascade-verif|verifier/]],
  ['is a body of 2 MB accepted?', [find('largest body'), judged({ text: 'x'.repeat(2 ** 21) })], [/413/]],
];

test.each(tasks)('an assistant can tell: %s', async (_task, calls, facts) => {
  const texts = await Promise.all(calls.map(([tool, args]) => call(tool, { ...args })));
  for (const fact of facts) expect(texts.join('\n')).toMatch(fact);
});
