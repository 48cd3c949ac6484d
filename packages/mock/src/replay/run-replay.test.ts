import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningMock, startMock } from '../index.ts';
import { runReplay } from './run-replay.ts';

const folder = mkdtempSync(join(tmpdir(), 'cascade-replay-'));
let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(async () => {
  await mock?.close();
  rmSync(folder, { recursive: true });
});

const text = { contentType: 'TEXT', text: 'Code 4821' };
const headers = { 'x-api-key': 'demo-key', 'content-type': 'application/json' };
const subscriberFilter = { address: '+12025550199', type: 'PHONE' };
const schedule = (name: string, part: object) => ({
  name,
  method: 'POST',
  path: '/api/cascade/schedule',
  headers,
  body: {
    requestId: '6a1f0c2b-4d5e-4691-8111-12222aaaa0f1',
    cascadeId: 2002,
    subscriberFilter,
    content: { smsContent: text },
    ...part,
  },
});
const keyboard = { rows: [{ buttons: [{ text: 'Yes', buttonType: 'QUICK_REPLY', payload: 'yes' }] }] };
const list = (name: string, path: string, body: unknown) => ({ name, method: 'POST', path, headers, body });

async function run(requests: unknown, ...args: readonly string[]) {
  const file = join(folder, 'requests.json');
  writeFileSync(file, JSON.stringify(requests));
  return runArguments([file, '--target', mock.url, ...args]);
}

async function runArguments(args: readonly string[], key?: string) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    key,
  };
  const code = await runReplay(args, terminal);
  return { code, out: out.join(''), err: err.join('') };
}

test('a request that is accepted', async () => {
  const { code, out } = await run([schedule('plain', {})], '--fresh-ids');
  expect(out).toContain('✓ plain: 200\n');
  expect(out).toContain('1 requests: 1 accepted, 0 not as expected');
  expect(code).toBe(0);
});

test.each<[string, object, string]>([
  ['cascadeId as a text', { cascadeId: '2002' }, 'cascadeIdAsText'],
  ['a short request id', { requestId: '6a1f0c2b4d5e6' }, 'anyRequestId'],
  ['no contentType', { content: { smsContent: { text: 'Code' } } }, 'smsWithoutContentType'],
  ['text as a number', { content: { smsContent: { ...text, text: 4821 } } }, 'textAsNumber'],
])('%s: the switch that lets it in', async (name, part, wanted) => {
  const { code, out } = await run([schedule(name, part)], '--fresh-ids');
  expect(out).toContain(`✗ ${name}: 400`);
  expect(out).toMatch(new RegExp(`refused: .*; the switch ${wanted} lets it in`));
  expect(code).toBe(1);
});

test.each([
  ['/api/cascade/get-all/', {}],
  ['/api/cascade/get-all', []],
  ['/api/cascade/get-all', { limit: 0 }],
])('a list at %s with %j needs listRequests', async (path, body) => {
  expect((await run([list('list', path, body)])).out).toContain('the switch listRequests lets it in');
});

test.each([
  ['keyboard', { keyboard }],
  ['attachment', { attachment: { url: 'https://files.example.test/a.pdf', name: 'a.pdf' } }],
])('a %s that a strict account accepts and ignores is not as expected', async (name, older) => {
  const request = schedule('older', { cascadeId: 4010, content: { chattwoContent: { ...text, ...older } } });
  const strict = await run([request], '--fresh-ids');
  expect(strict.out).toContain('✗ older: 200\n    accepted, but not read: the account ignores');
  expect(strict.out).toContain(`Switches that these requests need: ${name}`);
  expect(strict.code).toBe(1);
  const lenient = { ...request, headers: { ...headers, 'x-api-key': 'lenient-key' } };
  const read = await run([lenient], '--fresh-ids');
  expect(read.out).toContain(`✓ older: 200\n    older shapes, read with the switches ${name}`);
  expect(read.code).toBe(0);
});

test('several shapes at once need several switches, and families are summed up', async () => {
  const both = { cascadeId: '2002', requestId: '6a1f0c2b4d5e6' };
  const { out } = await run(
    [schedule('a', both), schedule('b', both), schedule('c', { cascadeId: 404_404 })],
    '--fresh-ids',
  );
  expect(out).toContain('the switches cascadeIdAsText and anyRequestId together let it in');
  expect(out).toMatch(/ {2}2 × matched-template-not-found: .*; the switches/);
  expect(out).toMatch(/ {2}1 × cascade-not-found.*; no switch lets it in/);
});

test('the set-up calls of the samples are as expected, those by GET too', async () => {
  const file = fileURLToPath(import.meta.resolve('@cascade/spec/samples/older-clients.json'));
  const { code, out } = await runArguments([file, '--target', mock.url]);
  expect(out).toContain('7 requests: 7 accepted');
  expect(code).toBe(0);
});

test('the body of a refused list by GET is not judged', async () => {
  const refused = {
    name: 'senders',
    method: 'GET',
    path: '/api/channel-profile',
    headers: { 'x-api-key': 'no' },
  };
  const { out, err } = await run([refused]);
  expect(err).toBe(`The environment variable CASCADE_API_KEY is not set: give it a key of ${mock.url}.\n`);
  expect(out).toContain('✗ senders: 401 auth-error');
  expect(out).toContain('1 × auth-error');
  expect(out).not.toContain('refused:');
});

test('two targets are compared', async () => {
  const { url } = await closedAfterTest(
    serve((_, response) => response.writeHead(402).end('{"title":"odd","detail":"\\u001b[31mred"}')),
  );
  const requests = [list('list', '/api/cascade/get-all', {})];
  const { code, out } = await run(requests, '--against', url);
  expect(out).toContain('    differs: status: 200 ≠ 402\n    differs: title: nothing ≠ "odd"');
  expect(out).not.toContain('\u001b');
  expect(code).toBe(1);
  expect(await run(requests, '--against', mock.url)).toMatchObject({ code: 0 });
});

test('the expected status decides, and --json has no keys', async () => {
  const refused = { ...schedule('refused', { cascadeId: '2002' }), expected: 400 };
  const { code, out } = await run([refused], '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    requests: [
      {
        name: 'refused',
        isExpected: true,
        answer: { status: 400 },
        advice: { switches: ['cascadeIdAsText'] },
      },
    ],
    families: [{ switches: ['cascadeIdAsText'], names: ['refused'] }],
  });
  expect(out).not.toContain('demo-key');
});

test('another key replaces the recorded one, and neither is printed', async () => {
  const file = join(folder, 'key.json');
  const recorded = {
    ...list('old-secret-key', '/api/cascade/get-all', {}),
    headers: { ...headers, 'x-api-key': 'old-secret-key' },
  };
  writeFileSync(file, JSON.stringify([recorded]));
  const { code, out } = await runArguments([file, '--target', mock.url], 'demo-key');
  expect({ code, hidden: out.includes('<API_KEY>'), shown: out.includes('old-secret-key') }).toEqual({
    code: 0,
    hidden: true,
    shown: false,
  });
});

test('help, wrong usage, no file, and a target that is not there', async () => {
  expect(await runArguments(['--help'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('cascade-mock replay requests.json'),
  });
  expect(await runArguments([])).toMatchObject({
    code: 2,
    err: expect.stringContaining("missing required argument 'file'"),
  });
  expect(await runArguments(['a', 'b'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('too many arguments'),
  });
  expect(await runArguments(['a', '--jsno'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('Did you mean --json?'),
  });
  expect(await runArguments(['a', '--port', '1'])).toMatchObject({ code: 2 });
  expect(await runArguments(['absent.json'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('absent.json: file not found'),
  });
  expect(await run([schedule('a', {})], '--target', 'localhost')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Expected a URL such as'),
  });
  expect(await run([schedule('a', {})], '--target', 'http://127.0.0.1:49999')).toMatchObject({
    code: 2,
    err: expect.stringContaining('connection refused'),
  });
});

const signingSecret = `whsec_${Buffer.alloc(24).toString('base64')}`;

test('what the mock has recorded is replayed with another key', async () => {
  const record = join(folder, 'recorded.ndjson');
  const recording = await startMock({ port: 0, record });
  const older = {
    ...schedule('', {}).body,
    cascadeId: '2002',
    requestId: '6a1f0c2b-4d5e-4691-8111-12222aaaa0f9',
  };
  for (const [path, body] of [
    ['/api/cascade/schedule', older],
    ['/api/cascade/get-all/', []],
    [
      '/api/callback/set',
      { statusCallbackUrl: 'https://shop.example/', secret: signingSecret, subjectId: 1 },
    ],
  ] as const)
    await fetch(`${recording.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await recording.close();
  expect(readFileSync(record, 'utf8')).not.toContain('demo-key');
  expect(readFileSync(record, 'utf8')).not.toContain('whsec_');
  expect(statSync(record).mode & 0o077).toBe(0);
  const args = [record, '--target', mock.url, '--requests-only'];
  const { code, out } = await runArguments(args, 'lenient-key');
  expect(out).toContain('✓ 1: 200\n    older shapes, read with the switches cascadeIdAsText');
  expect(out).toContain('✓ 2: 200\n    older shapes, read with the switches listRequests');
  expect(out).toContain('✓ 3: 200');
  expect(code).toBe(0);
});
