import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type Serving, serve, startReceiver } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { expect, onTestFinished, test } from 'vitest';
import { send, validBody } from '../../test/support/send.ts';
import { startForTest } from '../../test/support/start.ts';
import type { StartOptions } from '../index.ts';
import { readSampleProvider } from '../provider/read-sample-provider.ts';
import { runReplay } from './run-replay.ts';

async function replay(file: string, target: string, ...args: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    key: 'demo-key',
  };
  const code = await runReplay([file, '--target', target, ...args], terminal);
  return { code, out: out.join(''), err: err.join('') };
}

function newFile(lines: readonly object[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'cascade-replay-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'recorded.ndjson');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

/** A recording of the mock: two registrations, one refused; two messages with callbacks, one of them sent twice, the history. */
async function record(options: StartOptions = {}): Promise<string> {
  const file = newFile();
  const receiver = await closedAfterTest(startReceiver());
  const mock = await startForTest({ record: file, ...options });
  const register = (statusCallbackUrl: string) =>
    send(mock.url, { path: '/api/callback/set', body: { statusCallbackUrl } });
  await register('http://refused.example/');
  if (options.provider === undefined) await register(receiver.url);
  const first = validBody();
  await send(mock.url, { body: first, headers: { prefer: 'callback=READ' } });
  await send(mock.url, { body: first });
  await send(mock.url, { body: validBody(), headers: { prefer: 'callback=duplicated' } });
  await expect
    .poll(() => readFileSync(file, 'utf8').split('"callback":').length, { timeout: 20_000 })
    .toBe(3);
  await send(mock.url, { path: '/api/messages/history', body: { limit: 1 } });
  return file;
}

test('a fresh mock answers as recorded, and sends the recorded callbacks', async () => {
  const file = await record();
  const { code, out, err } = await replay(file, (await startForTest()).url);
  expect(out).not.toContain('not as recorded');
  expect(out).toContain('✓ 4: 400 requestId-is-not-unique');
  expect(out).toContain(
    '2 callbacks, 2 recorded: as recorded\n\n6 requests: 4 accepted, 0 not as expected\n',
  );
  expect([code, err]).toEqual([0, '']);
});

test('with fresh ids, a mock that knows the recorded ones answers as recorded too', async () => {
  const file = await record();
  const mock = await startForTest();
  await replay(file, mock.url);
  const { code, out } = await replay(file, mock.url, '--fresh-ids');
  expect(out).not.toContain('not as recorded');
  expect(code).toBe(0);
});

test('callbacks to an address of the provider file are heard as well', async () => {
  const receiver = await closedAfterTest(startReceiver());
  const { accounts, ...provider } = readSampleProvider();
  const callback = { url: receiver.url };
  const own = { ...provider, accounts: accounts.map((account) => ({ ...account, callback })) };
  const file = await record({ provider: own });
  const { code, out } = await replay(file, (await startForTest()).url);
  expect(out).toContain('2 callbacks, 2 recorded: as recorded\n');
  expect(code).toBe(0);
});

test('a recording with a last line that was cut off is replayed without it', async () => {
  const file = await record();
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20));
  const { code, err } = await replay(file, (await startForTest()).url);
  expect([code, err]).toEqual([0, `skipped line 8 of ${file}: it is cut off\n`]);
});

const headers = { 'content-type': 'application/json' };
const kept = { 'content-type': 'application/json' };
const registration = {
  name: 'set',
  method: 'POST',
  path: '/api/callback/set',
  headers,
  body: JSON.stringify({ statusCallbackUrl: 'https://shop.example/status' }),
  answer: { status: 200, headers: kept, body: { statusCallbackUrl: 'https://shop.example/status' } },
};
const requestId = '6a1f0c2b-4d5e-4691-8111-12222aaaa0f1';
const message = {
  name: 'message',
  method: 'POST',
  path: '/api/cascade/schedule',
  headers,
  body: JSON.stringify({ requestId, cascadeId: 2002 }),
  answer: { status: 200, headers: kept, body: { requestId, cascadeId: 2002, messageId: 7 } },
};
const eventOf = (status: string, error: string | null = null) => ({
  requestId,
  messageId: 7,
  cascadeStageUUID: '8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002',
  channelType: 'SMS',
  subjectId: 1,
  status,
  statusAt: '2026-01-30T11:07:55Z',
  error,
});
const callback = (event: object, webhookId: string, result = '200') => ({
  callback: { account: 'demo', to: 'https://shop.example', webhookId, event, result },
});

/** Sends each event to the registered address, then accepts the message. */
async function startProvider(
  events: readonly object[],
  answer: {
    readonly status?: number;
    readonly headers?: Record<string, string>;
    readonly body?: object;
  } = {},
): Promise<Serving & { readonly statuses: readonly number[]; readonly registered: readonly string[] }> {
  const registered: string[] = [];
  const statuses: number[] = [];
  const provider = await serve(async (request, response) => {
    const body = Object(await json(request));
    if (request.url === registration.path) registered.push(body.statusCallbackUrl);
    const url = registered.at(-1) ?? 'http://127.0.0.1/nowhere';
    if (request.url === message.path)
      for (const [at, event] of events.entries()) {
        const named = { 'webhook-id': `msg_${at}`, ...headers };
        const got = await fetch(url, { method: 'POST', headers: named, body: JSON.stringify(event) });
        statuses.push(got.status);
      }
    const { status = 200, headers: added, body: changed } = request.url === message.path ? answer : {};
    response.writeHead(status, { ...kept, ...added });
    response.end(JSON.stringify({ ...body, ...changed }));
  });
  return { ...(await closedAfterTest(Promise.resolve(provider))), statuses, registered };
}

const sent = eventOf('SENT');
const delivered = eventOf('DELIVERED');
const recorded = [registration, message, callback(sent, 'a'), callback(delivered, 'b')];
const later = (event: object) => ({ ...event, messageId: 8, statusAt: '2027-01-01T00:00:00Z' });

test.each<[string, readonly object[], readonly string[]]>([
  ['with other ids and times', [later(sent), later(delivered)], []],
  [
    'of which one is missing',
    [delivered],
    ['/callbacks/0: recorded "SMS SENT, stage 8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002", found nothing'],
  ],
  [
    'and one more',
    [eventOf('UNDELIVERED', 'duplicated'), sent, delivered],
    [
      '/callbacks/0: recorded nothing, found "SMS UNDELIVERED duplicated, stage 8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002"',
    ],
  ],
  [
    'in another order',
    [delivered, sent],
    [
      '/callbacks/0: recorded "SMS SENT, stage 8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002", found "SMS DELIVERED, stage 8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002"',
      '/callbacks/1: recorded "SMS DELIVERED, stage 8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002", found "SMS SENT, stage 8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002"',
    ],
  ],
])('callbacks %s', async (_, events, differences) => {
  const { url } = await startProvider(events);
  const { code, out } = await replay(newFile(recorded), url, '--callback-timeout', '0.3');
  expect(out.split('\n').filter((line) => line.includes('not as recorded: '))).toEqual(
    differences.map((line) => `    not as recorded: ${line}`),
  );
  expect(out.includes('✗ callbacks of message\n')).toBe(differences.length > 0);
  expect(code).toBe(differences.length === 0 ? 0 : 1);
});

test('a request that is below a callback in the recording waits for it', async () => {
  let url = '';
  let heard = 0;
  const provider = await closedAfterTest(
    serve(async (request, response) => {
      const body = Object(await json(request));
      url = body.statusCallbackUrl ?? url;
      const { pathname } = new URL(request.url ?? '', 'http://a');
      response.writeHead(200, kept);
      response.end(JSON.stringify(pathname === '/api/messages/history' ? { heard } : body));
      if (pathname !== message.path) return;
      // Later than a request that does not wait.
      const notify = (event: object) => fetch(url, { method: 'POST', headers, body: JSON.stringify(event) });
      void notify(sent);
      setTimeout(() => {
        heard += 1;
        void notify(delivered);
      }, 200);
    }),
  );
  const history = { ...message, name: 'history', path: '/api/messages/history', body: '{}' };
  const answered = { ...history, answer: { status: 200, headers: kept, body: { heard: 1 } } };
  const lines = [registration, message, callback(delivered, 'a'), answered];
  const { out } = await replay(newFile(lines), provider.url);
  expect(out).toContain('✓ history: 200\n');
  expect(out).toContain('recorded nothing, found "SMS SENT');
});

test('attempts of one event count once, and a receiver that was gone is gone again', async () => {
  const twice = [registration, message, callback(sent, 'a', '500'), callback(sent, 'a', '410')];
  const provider = await startProvider([sent]);
  const { code, out } = await replay(newFile(twice), provider.url);
  expect(out).toContain('1 callbacks, 1 recorded: as recorded\n');
  expect([code, provider.statuses, provider.registered.length]).toEqual([0, [410], 1]);
});

test.each([
  [
    'code',
    { status: 400, body: { title: 'out-of-balance', detail: 'no money' } },
    '✗ message: 400 out-of-balance (no money) (expected 200)\n' +
      '    not as recorded: status: recorded 200, found 400\n' +
      '    not as recorded: title: recorded nothing, found "out-of-balance"\n' +
      '    not as recorded: detail: recorded nothing, found "no money"\n',
  ],
  [
    'body',
    { body: { requestId: 'x', 'a/b': [1] }, headers: { 'content-type': 'text/html; charset=utf-8' } },
    '✗ message: 200\n' +
      '    not as recorded: headers/content-type: recorded "application/json", found "text/html"\n' +
      `    not as recorded: /requestId: recorded "${requestId}", found "x"\n` +
      '    not as recorded: /a~1b: recorded nothing, found [1]\n',
  ],
])('an answer with another %s', async (_, answer, expected) => {
  const { url } = await startProvider([], answer);
  const { code, out } = await replay(newFile([message]), url);
  expect(out).toContain(expected);
  expect(out).toContain('1 with another answer than the recorded one');
  expect(code).toBe(1);
  const asJson = JSON.parse((await replay(newFile([message]), url, '--json')).out);
  expect(asJson.requests[0].fromRecording.length).toBeGreaterThan(2);
  expect((await replay(newFile([message]), url, '--requests-only')).out).not.toContain('not as recorded');
});

test('the callbacks of a request that the target refuses are neither awaited nor reported', async () => {
  const { url } = await startProvider([], { status: 400, body: { title: 'out-of-balance' } });
  const began = performance.now();
  const { code, out } = await replay(newFile(recorded), url, '--callback-timeout', '60');
  expect(out).toContain('✗ message: 400 out-of-balance (expected 200)');
  expect(out).toContain('\nno callbacks to compare: their requests were refused\n');
  expect(code).toBe(1);
  expect(performance.now() - began).toBeLessThan(30_000);
});

test('a target that refuses the address of the replay is a difference', async () => {
  const { url } = await closedAfterTest(
    serve(({ url }, response) =>
      url === registration.path
        ? response.writeHead(400, kept).end('{"title":"callback-url-not-valid"}')
        : response.writeHead(200, kept).end(JSON.stringify(message.answer.body)),
    ),
  );
  const unregistered = [message, callback(sent, 'a')];
  const { code, out } = await replay(newFile(unregistered), url);
  expect(out).toContain(
    'callbacks are not compared: the target refuses its address: 400 callback-url-not-valid',
  );
  expect(code).toBe(1);
});

test('a recording of an older mock has requests alone: any 2xx is expected', async () => {
  const { answer: _, ...older } = message;
  const { answer: __, ...set } = registration;
  const { url } = await startProvider([], { body: { requestId: 'x' } });
  const { code, out } = await replay(newFile([set, older]), url);
  expect(out).toBe('✓ set: 200\n✓ message: 200\n\n2 requests: 2 accepted, 0 not as expected\n');
  expect(code).toBe(0);
});
