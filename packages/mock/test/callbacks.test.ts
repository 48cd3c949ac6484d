import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import {
  answerWith,
  neverAnswer,
  type Received,
  type Receiver,
  startReceiver,
} from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { isStatusEvent, isUndelivered, undeliveredReasons } from '@cascade/types';
import { expect, test, vi } from 'vitest';
import { parseSecret } from '../src/callback/signing-secret.ts';
import { defined } from '../src/defined.ts';
import { readProvider } from '../src/provider/provider.ts';
import { send, validBody } from './support/send.ts';
import { startForTest } from './support/start.ts';

const receive = (answer?: Parameters<typeof startReceiver>[0]): Promise<Receiver> =>
  closedAfterTest(startReceiver(answer));

const register = async (baseUrl: string, statusCallbackUrl: string, subjectId?: number) => {
  const body = defined({ statusCallbackUrl, subjectId });
  expect((await send(baseUrl, { path: '/api/callback/set', body })).status).toBe(200);
};

const schedule = (
  baseUrl: string,
  wish: string | undefined,
  changes: Readonly<Record<string, unknown>> = {},
) => {
  const headers = defined({ prefer: wish && `callback=${wish}` });
  return send(baseUrl, { body: validBody(changes), headers });
};

const sampleProvider = fileURLToPath(import.meta.resolve('@cascade/spec/samples/provider.yaml'));

/** A message for chatone and chattwo. */
const text = { contentType: 'TEXT', text: 'Hello' };
const newsletter = { cascadeId: 31634, content: { chatoneContent: text, chattwoContent: text } };

test.each([...undeliveredReasons(), 'not-template-match'])('%s is sent on request', async (reason) => {
  const receiver = await receive();
  const mock = await startForTest({ now: () => new Date('2026-01-30T11:07:55.999Z') });
  await register(mock.url, receiver.url);
  const attempt = receiver.next();
  const { body } = await schedule(mock.url, reason, { comment: 'order 1042' });
  const event = (await attempt).event;
  expect(isStatusEvent(event) && isUndelivered(event)).toBe(true);
  expect(event).toStrictEqual({
    requestId: Object(body).requestId,
    messageId: 1,
    cascadeId: 2002,
    cascadeStageUUID: '8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002',
    subject: 'codes',
    subjectId: 1,
    channelType: 'SMS',
    status: 'UNDELIVERED',
    statusAt: '2026-01-30T11:07:55.999Z',
    error: reason,
    comment: 'order 1042',
  });
});

test('the event names a stage where the reason can occur', async () => {
  const receiver = await receive();
  const mock = await startForTest();
  await register(mock.url, receiver.url);
  const attempt = receiver.next();
  await schedule(mock.url, 'not-chattwo-user', newsletter);
  expect((await attempt).event).toMatchObject({
    cascadeStageUUID: '2ede9313-0539-463a-9ec3-898506f4937a',
    channelType: 'CHATTWO',
  });
});

test('a delivered message has no reason', async () => {
  const receiver = await receive();
  const mock = await startForTest();
  await register(mock.url, receiver.url);
  const attempt = receiver.next();
  await schedule(mock.url, 'DELIVERED');
  expect((await attempt).event).toMatchObject({ status: 'DELIVERED', error: null, comment: null });
});

test('an unlisted reason is sent with an undocumented member', async () => {
  const receiver = await receive();
  const mock = await startForTest();
  await register(mock.url, receiver.url);
  const attempt = receiver.next();
  await schedule(mock.url, 'a-new-reason');
  const event = (await attempt).event;
  expect(event).toMatchObject({ status: 'UNDELIVERED', error: 'a-new-reason', subject: 'codes' });
  expect(event).toHaveProperty('paymentData');
});

test.each([
  [undefined, 'cascade-mock-demo-secret'],
  ['whsec_YW5vdGhlci1zZWNyZXQtb2YtMjQtYnl0ZXM=', 'another-secret-of-24-bytes'],
])('with the secret %s an attempt is signed by Standard Webhooks', async (callbackSecret, key) => {
  const receiver = await receive();
  const mock = await startForTest(defined({ callbackSecret }));
  await register(mock.url, `${receiver.url}?token=s3cret`);
  const received = receiver.next();
  await schedule(mock.url, 'duplicated');
  const { method, path, headers, body } = await received;
  expect([method, path, headers['content-type']]).toStrictEqual([
    'POST',
    '/status?token=s3cret',
    'application/json',
  ]);
  expect(headers['webhook-id']).toMatch(/^msg_[0-9a-f-]+$/);
  expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
});

/** A mock with one account, and functions to register at it and to get a callback from it. */
async function signing(declared: readonly string[] | undefined, now?: () => Date) {
  const [account] = readProvider(sampleProvider).accounts;
  if (account === undefined) throw new Error('the samples have no account');
  const { callback: _, ...rest } = account;
  const callback = declared === undefined ? {} : { callback: { secrets: declared } };
  const mock = await startForTest({
    provider: { accounts: [{ ...rest, ...callback }] },
    ...defined({ now }),
  });
  const receiver = await receive();
  return {
    async register(part: object) {
      const body = { statusCallbackUrl: receiver.url, ...part };
      const answer = await send(mock.url, { path: '/api/callback/set', body });
      expect(answer.status).toBe(200);
      return Object(answer.body);
    },
    /** The secrets of these that the signatures of the next callback are made with, in their order. */
    async signersOf(secrets: readonly string[]) {
      const next = receiver.next();
      await schedule(mock.url, 'DELIVERED');
      const { headers, body } = await next;
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      const signatures = String(headers['webhook-signature'] ?? '').split(' ');
      return signatures.map((signature) =>
        secrets.find((secret) => {
          const made = createHmac('sha256', parseSecret(secret)).update(signed).digest('base64');
          return signature === `v1,${made}`;
        }),
      );
    },
  };
}

const [first = '', second = '', third = ''] = ['first', 'second', 'third'].map((word) =>
  secretOf(`the ${word} secret of an account`),
);

test('each declared secret signs, behind those of the registration, and no secret is made beside them', async () => {
  const { register, signersOf } = await signing([first, second]);
  expect(await register({})).not.toHaveProperty('secret');
  expect(await signersOf([first, second])).toEqual([first, second]);
  expect(await register({ secret: third })).not.toHaveProperty('secret');
  expect(await signersOf([first, second, third])).toEqual([third, first, second]);
});

test('a registration without any secret gets one, once, and keeps it (ADR-0057)', async () => {
  const { register, signersOf } = await signing(undefined);
  const { secret: made } = await register({});
  expect(made).toMatch(/^whsec_/);
  expect(await register({})).not.toHaveProperty('secret');
  expect(await signersOf([made])).toEqual([made]);
});

test('a new secret signs first, and the one before it beside it for 24 hours', async () => {
  let at = new Date('2026-12-01T00:00:00Z');
  const { register, signersOf } = await signing(undefined, () => at);
  await register({ secret: first });
  await register({ secret: second });
  expect(await signersOf([first, second])).toEqual([second, first]);
  at = new Date('2026-12-02T00:00:00Z');
  expect(await signersOf([first, second])).toEqual([second]);
});

test('an address of the provider file without a secret gets callbacks that are not signed, and the log says so', async () => {
  const [account] = readProvider(sampleProvider).accounts;
  if (account === undefined) throw new Error('the samples have no account');
  const receiver = await receive();
  const lines: string[] = [];
  const mock = await startForTest({
    provider: { accounts: [{ ...account, callback: { url: receiver.url } }] },
    log: (line) => void lines.push(line),
  });
  const next = receiver.next();
  await schedule(mock.url, 'DELIVERED');
  expect((await next).headers).not.toHaveProperty('webhook-signature');
  await vi.waitFor(() => expect(lines.join('')).toContain('204, not signed: no secret is known'), 20_000);
});

function secretOf(text: string): string {
  return `whsec_${Buffer.from(text).toString('base64')}`;
}

test('the registration of a subject overrides that of the account', async () => {
  const ofAccount = await receive();
  const ofSubject = await receive();
  const mock = await startForTest();
  await register(mock.url, ofAccount.url);
  await register(mock.url, ofSubject.url, 2);
  const attempts: Promise<Received>[] = [ofAccount.next(), ofSubject.next()];
  await schedule(mock.url, 'DELIVERED');
  await schedule(mock.url, 'DELIVERED', newsletter);
  const subjects = (await Promise.all(attempts)).map(({ event }) => event.subjectId);
  expect(subjects).toStrictEqual([1, 2]);
});

test('nothing is sent for a rejected request, or for a preferred example', async () => {
  const receiver = await receive();
  const mock = await startForTest();
  await register(mock.url, receiver.url);
  await schedule(mock.url, 'duplicated', { cascadeId: 1 });
  await schedule(mock.url, 'duplicated, code=200');
  const attempt = receiver.next();
  await schedule(mock.url, 'spam-rate-limit-hit');
  await attempt;
  expect(receiver.received).toHaveLength(1);
});

test.each([
  [204, 'callback UNDELIVERED duplicated http://127.0.0.1:[0-9]+ 204'],
  [500, 'callback UNDELIVERED duplicated http://127.0.0.1:[0-9]+ 500'],
  [302, 'callback UNDELIVERED duplicated http://127.0.0.1:[0-9]+ 302'],
])('the answer %i of the receiver is logged', async (status, line) => {
  const receiver = await receive(answerWith(status, { location: '/elsewhere' }));
  const { lines, done } = collectUntil(/ callback /);
  const mock = await startForTest({ log: lines });
  await register(mock.url, receiver.url);
  await schedule(mock.url, 'duplicated');
  expect(await done).toMatch(new RegExp(`${line}\n$`));
  expect(receiver.received).toHaveLength(1);
});

test('an unreachable receiver is logged without its path', async () => {
  const { lines, done } = collectUntil(/ callback /);
  const mock = await startForTest({ log: lines });
  await register(mock.url, 'http://127.0.0.1:1/secret');
  await schedule(mock.url, 'duplicated');
  expect(await done).toMatch(
    /callback UNDELIVERED duplicated http:\/\/127\.0\.0\.1:1 no answer: [A-Za-z_]+\n$/,
  );
});

test('without a registration the log says so', async () => {
  const { lines, done } = collectUntil(/ callback /);
  const mock = await startForTest({ log: lines });
  await schedule(mock.url, 'duplicated');
  expect(await done).toMatch(/callback UNDELIVERED duplicated not sent: no callback is registered\n$/);
});

test('the answer to the scheduling request does not wait for the receiver', async () => {
  const { lines, done } = collectUntil(/ callback /);
  const mock = await startForTest({ log: lines });
  const silent = await receive(neverAnswer);
  await register(mock.url, silent.url);
  expect((await schedule(mock.url, 'duplicated')).status).toBe(200);
  await mock.close();
  expect(await done).toMatch(/no answer: AbortError\n$/);
});

function collectUntil(pattern: RegExp): { lines: (line: string) => void; done: Promise<string> } {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { lines: (line) => void (pattern.test(line) && resolve(line)), done: promise };
}

test('the address of the file gets its headers; an address registered later gets none', async () => {
  const declared = await receive();
  const later = await receive();
  const { accounts } = readProvider(sampleProvider);
  const callback = { url: declared.url, headers: { Authorization: 'Token made-up' } };
  const mock = await startForTest({ provider: { accounts: accounts.map((one) => ({ ...one, callback })) } });
  const first = declared.next();
  await schedule(mock.url, 'DELIVERED');
  expect((await first).headers).toMatchObject({
    authorization: 'Token made-up',
    'content-type': 'application/json',
  });
  await register(mock.url, later.url);
  const second = later.next();
  await schedule(mock.url, 'DELIVERED');
  expect((await second).headers).not.toHaveProperty('authorization');
});
