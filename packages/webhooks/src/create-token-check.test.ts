import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { serve } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { StatusHandler } from './create-status-handler.ts';
import { toNodeHandler } from './node.ts';
import {
  callback,
  receiverOf,
  secret,
  secretOf,
  undelivered,
  verdict,
  withHeaders,
} from './testing/callbacks.ts';
import { unsignedRequest } from './testing.ts';

const token = 'fake-webhook-key';
const refused = [401, 'callback-token-not-valid'];
const withAuthorization = (value: string) =>
  withHeaders(unsignedRequest(undelivered), { authorization: value });

describe('a token', () => {
  test('admits its sender without a signature', async () => {
    const { handler, events } = receiverOf({ token });
    expect(await verdict(handler(unsignedRequest(undelivered, { token })))).toEqual([200]);
    expect(events).toMatchObject([{ requestId: undelivered.requestId }]);
  });

  test.each(['Token', 'token', 'TOKEN', 'tOkEn'])(
    'has the scheme %s in any case (RFC 9110)',
    async (scheme) => {
      const { handler } = receiverOf({ token });
      expect(await verdict(handler(await withAuthorization(`${scheme} ${token}`)))).toEqual([200]);
      expect(await verdict(handler(await withAuthorization(`${scheme}   ${token}`)))).toEqual([200]);
    },
  );

  test('is one of two during a rotation', async () => {
    const { handler } = receiverOf({ token: ['older', 'newer'] });
    for (const each of ['older', 'newer'])
      expect(await verdict(handler(unsignedRequest(undelivered, { token: each })))).toEqual([200]);
    expect(await verdict(handler(unsignedRequest(undelivered, { token: 'oldest' })))).toEqual(refused);
  });

  test('that is missing is asked for (RFC 9110 §11.6.1)', async () => {
    const answer = await receiverOf({ token }).handler(unsignedRequest(undelivered));
    expect(answer.headers.get('www-authenticate')).toBe('Token');
    expect(await verdict(answer)).toEqual(refused);
  });

  test('is compared by Web Crypto alone, each time with another key', async () => {
    const verify = vi.spyOn(crypto.subtle, 'verify');
    onTestFinished(() => verify.mockRestore());
    const { handler } = receiverOf({ token });
    for (const each of ['x', token]) await handler(unsignedRequest(undelivered, { token: each }));
    const codes = verify.mock.calls.map(([, , code]) => Buffer.from(code as ArrayBuffer).toString('hex'));
    expect(codes.map(({ length }) => length)).toEqual([64, 64]);
    expect(new Set(codes).size).toBe(2);
  });
});

describe('an attack', () => {
  test.each([
    ['a wrong token', 'Token fake-webhook-kez'],
    ['a prefix of the token', 'Token fake-webhook-ke'],
    ['the token and more', `Token ${token}x`],
    ['the token in another case', 'Token FAKE-WEBHOOK-KEY'],
    ['the first letter', 'Token f'],
    ['no token', 'Token'],
    ['a blank', 'Token  '],
    ['the token alone', token],
    ['another scheme', `Bearer ${token}`],
    ['a longer scheme', `Tokens ${token}`],
    ['something before the scheme', `x Token ${token}`],
    ['no blank', `Token${token}`],
    ['a tab', `Token\t${token}`],
    ['quotes', `Token "${token}"`],
    ['a list', `Token other, ${token}`],
    ['Latin-1 letters', 'Token f\u00e4ke-webhook-key'],
    ['a blank of Latin-1', `Token \u00a0${token}`],
    ['UTF-8 read as Latin-1', `Token ${Buffer.from('fake‐webhook‐key').toString('latin1')}`],
    ['100,000 letters', `Token ${'f'.repeat(100_000)}`],
    ['100,000 blanks', `Token${' '.repeat(100_000)}x`],
  ])('with %s: 401', async (_, value) => {
    const { handler, events, others } = receiverOf({ token });
    expect(await verdict(handler(await withAuthorization(value)))).toEqual(refused);
    expect([events, others]).toEqual([[], []]);
  });

  test('with a wrong token and a huge body: 401, and the body is not read', async () => {
    let pulled = 0;
    const body = new ReadableStream(
      {
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array(16_384));
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { authorization: 'Token wrong' };
    const request = new Request('http://localhost/', { method: 'POST', headers, body, duplex: 'half' });
    expect(await verdict(receiverOf({ token }).handler(request))).toEqual(refused);
    expect(pulled).toBe(0);
  });

  test('with a valid token and a huge body: 413', async () => {
    const request = unsignedRequest('x'.repeat(65_537), { token });
    expect(await verdict(receiverOf({ token }).handler(request))).toEqual([413, 'payload-too-large']);
  });

  test.each([
    [token, token],
    [token, 'wrong'],
    ['wrong', token],
  ])('with two Authorization headers, %s and %s: 401', async (first, second) => {
    const { handler, events } = receiverOf({ token });
    const request = unsignedRequest(undelivered, { token: first });
    request.headers.append('authorization', `Token ${second}`);
    expect(await verdict(handler(request))).toEqual(refused);
    const url = await start(handler);
    const outgoing = httpRequest(url, { method: 'POST' });
    outgoing.setHeader('authorization', [`Token ${first}`, `Token ${second}`]);
    outgoing.end(JSON.stringify(undelivered));
    const [incoming] = await once(outgoing, 'response');
    incoming.resume();
    expect(incoming.statusCode).toBe(401);
    expect(events).toEqual([]);
  });

  test('with 50 equal callbacks at once: handled once, and a repeat is answered 200', async () => {
    let handled = 0;
    let refused = 0;
    const { promise: allRefused, resolve } = Promise.withResolvers<void>();
    const onStatus = async () => {
      handled += 1;
      await allRefused;
    };
    const { handler } = receiverOf({ token }, { onStatus });
    const body = { ...undelivered, statusAt: '2026-01-30T11:07:55Z' };
    const send = async () => {
      const answer = await verdict(handler(unsignedRequest(body, { token })));
      refused += Number(answer[0] === 409);
      if (refused === 49) resolve();
      return answer;
    };
    const answers = await Promise.all(Array.from({ length: 50 }, send));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    expect(answers.filter(([status]) => status === 409)).toHaveLength(49);
    expect(await send()).toEqual([200]);
    expect(handled).toBe(1);
  });
});

describe('a token beside secrets', () => {
  const both = () => receiverOf({ secrets: [secret], token });
  const signedWith = async (value: string | null) => withHeaders(await callback(), { authorization: value });

  test('each callback needs both', async () => {
    expect(await verdict(both().handler(await signedWith(`Token ${token}`)))).toEqual([200]);
    expect(await verdict(both().handler(await signedWith(null)))).toEqual(refused);
    expect(await verdict(both().handler(await signedWith('Token wrong')))).toEqual(refused);
    const unsigned = unsignedRequest(undelivered, { token });
    expect(await verdict(both().handler(unsigned))).toEqual([401, 'callback-not-signed']);
    const forged = await withHeaders(
      await callback(undelivered, { secrets: [secretOf('a secret of another sender')] }),
      {
        authorization: `Token ${token}`,
      },
    );
    expect(await verdict(both().handler(forged))).toEqual([401, 'callback-signature-not-valid']);
  });

  test('an empty list of either admits no callback', async () => {
    const request = async () => signedWith(`Token ${token}`);
    expect(await verdict(receiverOf({ secrets: [], token }).handler(await request()))).toEqual([
      401,
      'callback-signature-not-valid',
    ]);
    expect(await verdict(receiverOf({ secrets: [secret], token: [] }).handler(await request()))).toEqual(
      refused,
    );
  });
});

async function start(handler: StatusHandler): Promise<string> {
  const { url } = await closedAfterTest(serve(toNodeHandler(handler)));
  return url;
}
