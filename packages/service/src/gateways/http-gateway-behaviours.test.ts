import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newKeyedId } from '../store/message-key.ts';
import { heardLog } from '../testing/heard-log.ts';
import {
  type GatewayPost,
  localhostCertificate,
  localhostKey,
  type ScriptedAnswer,
  type ScriptedGatewayOptions,
  startScriptedGateway,
} from '../testing/scripted-gateway.ts';
import { certificateFile, keyFile } from '../testing/smpp/smsc.ts';
import { abortableLease, heldLease } from '../testing/values.ts';
import type { Gateway, GatewayAttempt, GatewayResponse } from './gateway.ts';
import { GatewayLane, inLane, RefusedForNowError } from './gateway-lane.ts';
import { createHttpGateway } from './http-gateway.ts';

// What HTTP gateways do in the field, as rows: what they answer, and what becomes of an attempt with each
// post. Whatever it is, a post has the key of its attempt, one call makes one post, nothing goes to another
// host, and nothing that is logged has the key of the gateway, the text or the number.

const authorization = 'Bearer secret-of-the-gateway';
const text = 'Code 4821';
const address = '+12025550199';
let last = 0;

function newAttempt(content: object = { contentType: 'TEXT', text }): GatewayAttempt {
  last += 1;
  const attemptId = newKeyedId({ accountId: 1, messageId: last });
  return { attemptId, channel: 'SMS', address, addressType: 'PHONE', subject: null, content: { ...content } };
}

/** An answer with a body of that length. */
function http(status: number | string, body: string | Buffer = '', ...headers: readonly string[]): Buffer {
  const head = [`HTTP/1.1 ${status} X`, `content-length: ${Buffer.byteLength(body)}`, ...headers];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

const json = (body: unknown, ...headers: readonly string[]) => http(200, JSON.stringify(body), ...headers);
const sent = { status: 'SENT', reference: 'r1' } as const;
const taken = json(sent);
const page = '<html><h1>502 Bad Gateway</h1></html>';

/** Writes all that, and closes the connection. */
const closing =
  (...parts: readonly (string | Buffer)[]) =>
  (socket: Socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };
const reset = (bytes: string | Buffer) => (socket: Socket) =>
  void socket.write(bytes, () => socket.resetAndDestroy());
const hang = () => {};

/** Writes a byte at a time, for longer than the gateway has. */
const dripping =
  (first: string | Buffer, piece: string, everyMs = 20) =>
  (socket: Socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(piece), everyMs);
    socket.once('close', () => clearInterval(timer));
  };

/** What became of one post: taken, or `again`: unknown, posted again later. */
type Outcome = GatewayResponse | 'again' | 'refused' | 'paused';

interface Behaviour {
  readonly says: string;
  readonly answers: readonly ScriptedAnswer[];
  readonly becomes: readonly Outcome[];
  readonly isHasty?: boolean;
  /** Its answers do not end. */
  readonly isSlow?: boolean;
}

const again = (says: string, answer: ScriptedAnswer, part: Partial<Behaviour> = {}): Behaviour => ({
  says,
  answers: [answer, taken],
  becomes: ['again', sent],
  ...part,
});
const takes = (says: string, answer: ScriptedAnswer, becomes: GatewayResponse = sent): Behaviour => ({
  says,
  answers: [answer],
  becomes: [becomes],
});
const undelivered = (reason: string) => ({ status: 'UNDELIVERED', reason }) as const;

const interim = 'HTTP/1.1 100 Continue\r\n\r\n';
const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';

const behaviours: readonly Behaviour[] = [
  ...[404, 405, 500, 503].map((status) => again(`${status}`, http(status))),
  again('409: it is under way', http(409)),
  again('502 with a page', http(502, page, 'content-type: text/html')),
  ...[400, 413, 422].map((status) => ({
    ...again(`${status}`, http(status)),
    becomes: ['refused', sent] as const,
  })),
  ...[401, 403].map((status) => ({
    ...again(`${status}`, http(status)),
    becomes: ['paused', sent] as const,
  })),
  ...[301, 302, 303, 307, 308].map((status) =>
    again(`${status} to another host`, http(status, '', 'location: http://ELSEWHERE/send')),
  ),
  again('200 with a page', http(200, page)),
  again('200 with nothing', http(200)),
  again('204', 'HTTP/1.1 204 No Content\r\n\r\n'),
  again('200 with half of the JSON', http(200, '{"status":"SE')),
  again('200 with a word of its own', json({ status: 'delivered' })),
  again('200 with READ', json({ status: 'READ' })),
  again('200 with UNDELIVERED without a reason', json({ status: 'UNDELIVERED' })),
  again('200 with null', http(200, 'null')),
  takes('a reason that is not listed', json(undelivered('a-new-one')), undelivered('a-new-one')),
  takes('a reason of 15 kB', json(undelivered('x'.repeat(15_000))), undelivered('message-undeliverable')),
  takes('a reason with U+0000', json(undelivered('a\0b')), undelivered('message-undeliverable')),
  takes(
    'a reason with a lone surrogate',
    http(200, '{"status":"UNDELIVERED","reason":"a\\ud800"}'),
    undelivered('message-undeliverable'),
  ),
  takes('an empty reason', json(undelivered('')), undelivered('message-undeliverable')),
  ...[
    ['of another type', { a: 1 }],
    ['that is null', null],
    ['of 15 kB', 'x'.repeat(15_000)],
    ['with U+0000', 'r\0'],
    ['with a lone surrogate', 'r\ud800'],
    ['that is empty', ''],
  ].map(([says, reference]) =>
    takes(`a reference ${says}`, json({ status: 'SENT', reference }), { status: 'SENT' }),
  ),
  again('50 MB', (socket) => void socket.write(http(200, Buffer.alloc(50_000_000, ' ')))),
  again('a body that never ends', dripping('HTTP/1.1 200 OK\r\n\r\n{"status":"SENT"', ' '), { isSlow: true }),
  again('a body a byte at a time', dripping('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n', ' '), {
    isSlow: true,
  }),
  again('a head that never ends', dripping('HTTP/1.1 200 OK\r\n', 'x: y\r\n'), { isSlow: true }),
  again('a status line a byte at a time', dripping('', 'H', 40)),
  again('100 Continue without an end', dripping('', interim), { isSlow: true }),
  again('no answer', hang, { isSlow: true }),
  again('it closes after the request', closing()),
  again('it closes before the body is read', closing(), { isHasty: true }),
  again(
    'it resets after half of the body',
    reset('HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n{"status":"S'),
  ),
  again(
    'it closes after half of the body',
    closing('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"status":"SENT"}'),
  ),
  again(
    'two lengths',
    `HTTP/1.1 200 OK\r\ncontent-length: 15\r\ncontent-length: 17\r\n\r\n{"status":"SENT"}`,
  ),
  again(
    'a length and chunks',
    `HTTP/1.1 200 OK\r\ncontent-length: 17\r\ntransfer-encoding: chunked\r\n\r\n11\r\n{"status":"SENT"}\r\n0\r\n\r\n`,
  ),
  again('bytes of another protocol', closing(Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01'))),
  again('an answer without a head', closing('{"status":"SENT"}')),
  again(
    'an unasked 101',
    `HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n${taken}`,
  ),
  again(
    'a head of 100 kB',
    `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\ncontent-length: 17\r\n\r\n{"status":"SENT"}`,
  ),
  takes('an unasked 100', Buffer.concat([Buffer.from(interim), taken])),
  takes('100 three times', Buffer.concat([Buffer.from(interim.repeat(3)), taken])),
  takes('102', Buffer.concat([Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'), taken])),
  takes('103', Buffer.concat([Buffer.from(hints), taken])),
  takes('100 and then 103', Buffer.concat([Buffer.from(interim + hints), taken])),
  takes('103 and then 100', Buffer.concat([Buffer.from(hints + interim), taken])),
  takes('102 a while before 100', async (socket) => {
    socket.write('HTTP/1.1 102 Processing\r\n\r\n');
    await pause(30);
    socket.write(interim);
    await pause(30);
    socket.write(taken);
  }),
  takes('100 a while before 100', async (socket) => {
    socket.write(interim);
    await pause(30);
    socket.write(interim);
    await pause(30);
    socket.write(taken);
  }),
  takes('an answer a byte at a time', async (socket) => {
    for (const byte of Buffer.concat([Buffer.from(interim), taken])) {
      socket.write(Buffer.of(byte));
      await pause(1);
    }
  }),
  takes('HTTP/1.0', closing('HTTP/1.0 200 OK\r\n\r\n', JSON.stringify(sent))),
  takes(
    'a body that ends with the connection',
    closing('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n', JSON.stringify(sent)),
  ),
  takes(
    'chunks with trailers',
    `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ntrailer: x\r\n\r\n5;a=b\r\n{"sta\r\nc\r\ntus":"SENT"}\r\n0\r\nx: y\r\n\r\n`,
    { status: 'SENT' },
  ),
  takes('gzip', http(200, gzipSync(JSON.stringify(sent)), 'content-encoding: gzip')),
  again(
    'a little gzip of 10 MB',
    http(200, gzipSync(`${JSON.stringify(sent)}${' '.repeat(10_000_000)}`), 'content-encoding: gzip'),
  ),
  takes('a byte order mark', http(200, `\uFEFF${JSON.stringify(sent)}`)),
  takes('further members and headers', json({ ...sent, own: [1] }, 'set-cookie: a=b', 'x-own: c')),
  takes('201', http(201, JSON.stringify(sent))),
  takes('it closes right behind its answer', closing(taken)),
  takes('it resets right behind its answer', reset(taken)),
];

/** Calls until as many posts were made as there are outcomes. */
async function outcomesOf(gateway: Gateway, lane: GatewayLane, attempt: GatewayAttempt, count: number) {
  const outcomes: Outcome[] = [];
  const errors: string[] = [];
  while (outcomes.length < count) {
    await vi.waitFor(() => expect(lane.isOpen).toBe(true), { timeout: 20_000, interval: 5 });
    try {
      outcomes.push(await gateway.send(attempt, heldLease));
    } catch (error) {
      errors.push(String(error));
      if (error instanceof RefusedForNowError) outcomes.push('refused');
      else outcomes.push(lane.isOpen ? 'again' : 'paused');
    }
  }
  return { outcomes, errors };
}

const circuit = { failures: 10, shortestPause: 1_000, longestPause: 1_000 };

/** The gateway of the service, with its lane, at a scripted one. */
async function opened(script: ScriptedGatewayOptions) {
  const there = await closedAfterTest(startScriptedGateway(script));
  const lane = new GatewayLane({ circuit, now: () => performance.now() });
  const log = heardLog();
  const url = `${there.origin}/send`;
  const within = (timeoutSeconds: number) =>
    inLane(lane, createHttpGateway({ url, authorization, timeoutSeconds, log }));
  const logged = () => JSON.stringify([log.info.mock.calls, log.warn.mock.calls, log.error.mock.calls]);
  return { there, lane, gateway: within(30), within, logged };
}

const keysOf = (posts: readonly GatewayPost[]) => posts.map(({ headers }) => headers['idempotency-key']);

test.each(behaviours)('$says', { timeout: 60_000 }, async ({ answers, becomes, isHasty, isSlow }) => {
  const elsewhere = await closedAfterTest(startScriptedGateway({ answers: [taken] }));
  const script = { isHasty, answers: answers.map((bytes) => placed(bytes, elsewhere.port)) };
  const { there, lane, gateway, within, logged } = await opened(script);
  const attempt = newAttempt();
  const first = await outcomesOf(isSlow ? within(2) : gateway, lane, attempt, 1);
  const others = await outcomesOf(gateway, lane, attempt, becomes.length - 1);
  expect([...first.outcomes, ...others.outcomes]).toEqual(becomes);
  expect(keysOf(there.posts)).toEqual(becomes.map(() => attempt.attemptId));
  expect(there.posts.filter(({ path, headers }) => path !== '/send' || headers.cookie !== undefined)).toEqual(
    [],
  );
  expect(elsewhere.connections).toBe(0);
  const told = [...first.errors, ...others.errors].join() + logged();
  for (const secret of [authorization, text, address]) expect(told).not.toContain(secret);
  expect(told.length).toBeLessThan(600);
});

/** The same, with the address of another host in it. */
function placed(answer: ScriptedAnswer, port: number): ScriptedAnswer {
  if (!Buffer.isBuffer(answer) || !answer.includes('ELSEWHERE')) return answer;
  return answer.toString('latin1').replace('ELSEWHERE', `127.0.0.1:${port}`);
}

describe('a gateway that wants fewer', () => {
  const now = new Date('2026-11-27T12:00:00Z');
  beforeEach(
    () => void vi.useFakeTimers({ now, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }),
  );
  // The forms without a zone are in GMT, wherever the service runs.
  beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'));
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
  });

  const inHalfAMinute = '2026-11-27T12:00:30Z';
  const minutes = 60_000;

  // Milliseconds until the next post. Without a time the lane asks once a second.
  test.each([
    [429, ['30'], 30_000],
    [503, ['30'], 30_000],
    [429, ['Fri, 27 Nov 2026 12:00:30 GMT'], 30_000],
    [503, ['Fri, 27 Nov 2026 12:00:30 GMT'], 30_000],
    [429, ['Friday, 27-Nov-26 12:00:30 GMT'], 30_000],
    [429, ['Fri Nov 27 12:00:30 2026'], 30_000],
    [429, [inHalfAMinute], 30_000],
    [429, ['30', '60'], 30_000],
    [429, [], 1_000],
    [429, ['0'], 1_000],
    [429, ['Fri, 27 Nov 2020 12:00:00 GMT'], 1_000],
    [429, ['1000000000'], 5 * minutes],
    [503, ['9'.repeat(400)], 5 * minutes],
    [429, ['Fri, 31 Dec 9999 23:59:59 GMT'], 5 * minutes],
    [429, ['-5'], 1_000],
    [429, ['1.5'], 1_000],
    [429, ['soon'], 1_000],
    [429, ['in the year 2099'], 1_000],
    [429, [''], 1_000],
  ])(
    'by %i with Retry-After %j is left alone for %i ms, and the attempt keeps its place',
    async (status, fields, waitMs) => {
      const refusal = http(status, '', ...fields.map((field) => `retry-after: ${field}`));
      const { there, lane, gateway } = await opened({ answers: [refusal, taken] });
      const first = newAttempt();
      const second = newAttempt();
      const whole = gateway.send(first, heldLease);
      await settled(() => lane.view().state === 'slowed');
      const next = gateway.send(second, heldLease);
      vi.advanceTimersByTime(waitMs - 1);
      await turns(20);
      expect(there.posts).toHaveLength(1);
      vi.advanceTimersByTime(1);
      await there.got(2);
      await whole;
      vi.advanceTimersByTime(30_000);
      expect(await Promise.all([whole, next])).toEqual([sent, sent]);
      expect(keysOf(there.posts)).toEqual([first, first, second].map(({ attemptId }) => attemptId));
    },
  );

  test.each(['-5', 'soon', ''])('by 503 with Retry-After %j has failed, as without', async (field) => {
    const { there, lane, gateway } = await opened({ answers: [http(503, '', `retry-after: ${field}`)] });
    await expect(gateway.send(newAttempt(), heldLease)).rejects.toThrow('the gateway answered 503');
    expect(lane.view().state).toBe('open');
    expect(there.posts).toHaveLength(1);
  });
});

/** Turns of the event loop, in which what a socket has is read. */
async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Not by a clock, which the test has stopped. */
async function settled(is: () => boolean): Promise<void> {
  for (let n = 0; n < 1_000_000 && !is(); n += 1) await turns(1);
  expect(is()).toBe(true);
}

test('a hanging post takes one place, and the others go on', async () => {
  const { there, lane, gateway } = await opened({ answers: [hang, taken] });
  const { lease, abort } = abortableLease();
  const hanging = gateway.send(newAttempt(), lease).catch((error: Error) => error.message);
  await there.got(1);
  for (let n = 0; n < 50; n += 1) expect(await gateway.send(newAttempt(), heldLease)).toEqual(sent);
  expect(lane.view()).toMatchObject({ state: 'open', waiting: 0 });
  expect(there.posts).toHaveLength(51);
  abort();
  expect(await hanging).toContain('abort');
});

test.each([
  [409, 'open'],
  [500, 'paused'],
])('a gateway that answers %i again and again is %s', async (status, state) => {
  const { lane, gateway } = await opened({ answers: [http(status)] });
  for (let n = 0; n < 10; n += 1)
    await expect(gateway.send(newAttempt(), heldLease)).rejects.toThrow(`the gateway answered ${status}`);
  expect(lane.view().state).toBe(state);
});

test('a connection that closes as the next post is written costs that post alone, and it is not written twice', async () => {
  const { there, lane, gateway } = await opened({ answers: [taken, closing(), taken] });
  const attempts = [newAttempt(), newAttempt()] as const;
  expect(await gateway.send(attempts[0], heldLease)).toEqual(sent);
  // Its connection is idle then.
  await turns(5);
  expect(await outcomesOf(gateway, lane, attempts[1], 2)).toMatchObject({ outcomes: ['again', sent] });
  expect(keysOf(there.posts)).toEqual([0, 1, 1].map((n) => attempts[n]?.attemptId));
  expect(there.posts.map(({ connection }) => connection)).toEqual([1, 1, 2]);
});

test.each([
  ['an answer that comes twice', Buffer.concat([taken, taken])],
  ['a 408 when the connection is idle', Buffer.concat([taken, http(408, '', 'connection: close')])],
  ['bytes behind an answer', Buffer.concat([taken, Buffer.from('{"status":"SENT"}')])],
])('%s is not that of the next post', async (_, answer) => {
  const { there, gateway } = await opened({ answers: [answer, json({ status: 'SENT', reference: 'r2' })] });
  expect(await gateway.send(newAttempt(), heldLease)).toEqual(sent);
  await turns(5);
  expect(await gateway.send(newAttempt(), heldLease)).toEqual({ status: 'SENT', reference: 'r2' });
  expect(there.posts.map(({ connection }) => connection)).toEqual([1, 2]);
});

test('a connection that has closed since the last post is not used', async () => {
  const { there, gateway } = await opened({ answers: [closing(taken), taken] });
  for (let n = 0; n < 5; n += 1) expect(await gateway.send(newAttempt(), heldLease)).toEqual(sent);
  expect(there.posts).toHaveLength(5);
});

test.each([
  ['is taken', taken, sent],
  ['with 413 is refused', http(413, '', 'connection: close'), 'refused'],
] as const)('an answer before the body was read %s', async (_, answer, outcome) => {
  const { there, lane, gateway } = await opened({ answers: [answer], isHasty: true });
  const large = newAttempt({ contentType: 'TEXT', text: 'x'.repeat(1_000_000) });
  expect(await outcomesOf(gateway, lane, large, 1)).toMatchObject({ outcomes: [outcome] });
  expect(there.posts).toHaveLength(1);
});

describe('by TLS', () => {
  const certificates = tls.getCACertificates('default');
  afterEach(() => tls.setDefaultCACertificates(certificates));

  const own = { cert: readFileSync(certificateFile), key: readFileSync(keyFile) };

  test('a gateway whose new certificate is not trusted gets nothing more', async () => {
    tls.setDefaultCACertificates([readFileSync(localhostCertificate, 'utf8')]);
    const trusted = { cert: readFileSync(localhostCertificate), key: readFileSync(localhostKey) };
    const first = await startScriptedGateway({ answers: [closing(taken)], tls: trusted });
    const lane = new GatewayLane({ circuit });
    const http = createHttpGateway({ url: `${first.origin}/send`, authorization, timeoutSeconds: 30 });
    const gateway = inLane(lane, http);
    expect(await gateway.send(newAttempt(), heldLease)).toEqual(sent);
    await first.close();
    const second = await closedAfterTest(
      startScriptedGateway({ answers: [taken], tls: own, port: first.port }),
    );
    const attempt = newAttempt();
    const { outcomes, errors } = await outcomesOf(gateway, lane, attempt, 2);
    expect(outcomes).toEqual(['again', 'again']);
    expect(errors.join()).toContain('self-signed certificate');
    expect(second.posts).toEqual([]);
    await second.close();
    const third = await closedAfterTest(
      startScriptedGateway({ answers: [taken], tls: trusted, port: first.port }),
    );
    expect(await gateway.send(attempt, heldLease)).toEqual(sent);
    expect(keysOf(third.posts)).toEqual([attempt.attemptId]);
  });
});
