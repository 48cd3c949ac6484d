import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReceiver } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { createShapeCheck } from '@cascade/yaml-file';
import { expect, onTestFinished, test } from 'vitest';
import { send, validBody } from '../../test/support/send.ts';
import { startForTest } from '../../test/support/start.ts';
import type { MockAnswer } from '../mock.ts';
import { openRecorder } from './recorder.ts';
import { readRecording } from './recording.ts';

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cascade-record-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'requests.ndjson');
}

const linesOf = (file: string): unknown[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const schemaFile = new URL(import.meta.resolve('@cascade/spec/schemas/recording.schema.yaml'));
const check = createShapeCheck<object>({ schemaFile });

const signingSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

test('answers and callbacks are recorded in their order, for the owner alone, without keys and secrets', async () => {
  const receiver = await closedAfterTest(startReceiver());
  const record = newFile();
  const mock = await startForTest({ record });
  const url = `${receiver.url}?token=in-the-address`;
  const registration = { statusCallbackUrl: url, secret: signingSecret };
  await send(mock.url, { path: '/api/callback/set', body: registration });
  const attempt = receiver.next();
  const body = validBody({ comment: `a ${signingSecret}` });
  await send(mock.url, { body, headers: { prefer: 'callback=duplicated', authorization: 'Bearer b' } });
  await attempt;
  await send(mock.url, { method: 'GET' });
  await expect.poll(() => linesOf(record).length, { timeout: 20_000 }).toBe(4);
  const lines = linesOf(record);
  expect(lines.flatMap((line) => ('faults' in check(line) ? [line] : []))).toEqual([]);
  const { requestId } = body;
  expect(lines).toMatchObject([
    { name: '1', path: '/api/callback/set', answer: { status: 200, body: { statusCallbackUrl: url } } },
    { name: '2', headers: { prefer: 'callback=duplicated' }, answer: { status: 200, body: { requestId } } },
    {
      callback: {
        account: 'demo',
        to: new URL(receiver.url).origin,
        webhookId: receiver.received[0]?.headers['webhook-id'],
        event: { requestId, status: 'UNDELIVERED', error: 'duplicated' },
        result: '204',
      },
    },
    { name: '3', method: 'GET', answer: { status: 405, headers: { allow: 'POST' } } },
  ]);
  const text = readFileSync(record, 'utf8');
  const found = ['demo-key', 'Bearer', 'whsec_', 'v1,'].filter((each) => text.includes(each));
  expect(found).toEqual([]);
  expect(statSync(record).mode & 0o077).toBe(0);
});

test('what a receiver that is gone would have got is recorded with the reason', async () => {
  const record = newFile();
  const mock = await startForTest({ record });
  const gone = await startReceiver();
  await gone.close();
  await send(mock.url, { path: '/api/callback/set', body: { statusCallbackUrl: gone.url } });
  await send(mock.url, { body: validBody(), headers: { prefer: 'callback=READ' } });
  await expect.poll(() => linesOf(record).length, { timeout: 20_000 }).toBe(3);
  expect(linesOf(record)[2]).toMatchObject({
    callback: { event: { status: 'READ' }, result: 'no answer: ECONNREFUSED' },
  });
});

const request = { method: 'POST', target: '/api/x', headers: {}, readBody: async () => undefined };
const answer: MockAnswer = { status: 200, headers: {}, body: '{}' };

test('a long answer is recorded without its body, a lost one with it, a dropped request with none', () => {
  const file = newFile();
  const recorder = openRecorder(file);
  recorder.exchange(request, undefined, { ...answer, body: `"${'a'.repeat(262_143)}"` });
  recorder.exchange(request, undefined, { ...answer, body: '<html>', cut: 'whole' });
  recorder.exchange(request, undefined, { ...answer, status: 0, cut: 'whole' });
  recorder.exchange(request, undefined);
  expect(linesOf(file).map((line) => Object(line).answer)).toEqual([
    { status: 200, headers: {} },
    { status: 200, headers: {}, body: '<html>', cut: 'whole' },
    null,
    undefined,
  ]);
  expect(linesOf(file).flatMap((line) => ('faults' in check(line) ? [line] : []))).toEqual([]);
  const { requests, notes } = readRecording('a.ndjson', readFileSync(file, 'utf8'));
  expect(requests.map(({ name }) => name)).toEqual(['1', '2', '4']);
  expect(notes).toEqual(['skipped the request 3 of a.ndjson: the mock dropped it']);
});

test('a recording goes on below a line that was cut off', () => {
  const file = newFile();
  openRecorder(file).exchange(request, undefined, answer);
  appendFileSync(file, '{"name":"2","meth');
  openRecorder(file).exchange(request, undefined, answer);
  const [first, torn, last, ...more] = readFileSync(file, 'utf8').split('\n');
  expect([torn, last, more]).toEqual(['{"name":"2","meth', first, ['']]);
});
