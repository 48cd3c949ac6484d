import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import {
  callback,
  receiver,
  secret,
  secretOf,
  undelivered,
  verdict,
  withHeaders,
} from './testing/callbacks.ts';
import { signedRequest } from './testing.ts';

const older = secretOf('the older secret of a rotation');
const newer = secretOf('the newer secret of a rotation');
const at = new Date('2026-01-30T11:07:55Z');
const seconds = (count: number) => () => new Date(at.getTime() + count * 1000);
const ok = [200];
const refused = (title: string) => [401, `callback-${title}`];

describe('the official library', () => {
  const anyEvent = fc.record({
    requestId: fc.string({ minLength: 1 }),
    status: fc.string({ minLength: 1 }),
    comment: fc.string({ unit: 'grapheme' }),
  });
  const anySecret = fc
    .uint8Array({ minLength: 24, maxLength: 64 })
    .map((key) => `whsec_${Buffer.from(key).toString('base64')}`);
  const anyId = fc.stringMatching(/^[\w-]{1,64}$/);

  test('signs what we accept', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvent, anySecret, anyId, async (event, key, id) => {
        const { handler, events } = receiver({ secrets: [key] });
        const body = JSON.stringify(event);
        const now = new Date();
        const headers = {
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          'webhook-signature': new Webhook(key).sign(id, now, body),
        };
        expect(
          await verdict(handler(new Request('http://localhost/', { method: 'POST', headers, body }))),
        ).toEqual(ok);
        expect(events.map(({ raw }) => raw)).toEqual([JSON.parse(body)]);
      }),
    );
  });

  test('accepts what we sign', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvent, anySecret, anyId, async (event, key, id) => {
        const request = await signedRequest(event, { secrets: [newer, key], id });
        const headers = Object.fromEntries(request.headers);
        expect(new Webhook(key).verify(await request.text(), headers)).toEqual(
          JSON.parse(JSON.stringify(event)),
        );
      }),
    );
  });

  test('and we give the same verdict on a callback with one byte changed', async () => {
    const { handler } = receiver();
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'body'] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.nat(),
        fc.constantFrom('a', '7', ' ', '+'),
        async (name, place, byte) => {
          const request = await callback(undelivered);
          const parts = { ...Object.fromEntries(request.headers), body: await request.text() };
          const text = String(parts[name as 'body']);
          const index = place % text.length;
          const changed: Record<string, string> = {
            ...parts,
            [name]: text.slice(0, index) + byte + text.slice(index + 1),
          };
          const { body = '', ...headers } = changed;
          const official = () => new Webhook(secret).verify(body, headers, { jsonParse: false });
          const [status] = await verdict(
            handler(new Request('http://localhost/', { method: 'POST', headers, body })),
          );
          // Base64 has spare bits, which we read over and the library compares: both mean the same signature.
          if (status === 401) expect(official).toThrow();
          else if (name !== 'webhook-signature') expect(official).not.toThrow();
        },
      ),
    );
  });
});

describe('the timestamp', () => {
  test.each([
    [300, ok],
    [301, refused('timestamp-not-valid')],
    [-300, ok],
    [-301, refused('timestamp-not-valid')],
  ])('is tolerated five minutes either way: %i seconds later', async (later, expected) => {
    const { handler } = receiver({ now: seconds(later) });
    expect(await verdict(handler(await callback(undelivered, { at })))).toEqual(expected);
  });

  test('has the tolerance that is set, and the answer tells by how much it is off', async () => {
    const request = async () => callback(undelivered, { at });
    const tolerant = receiver({ now: seconds(3600), toleranceInSeconds: 3600 });
    expect(await verdict(tolerant.handler(await request()))).toEqual(ok);
    const answer = await receiver({ now: seconds(3600) }).handler(await request());
    expect(await answer.json()).toMatchObject({
      detail: expect.stringContaining('3600 seconds old; 300 are'),
    });
    const ahead = await receiver({ now: seconds(-3600) }).handler(await request());
    expect(await ahead.json()).toMatchObject({ detail: expect.stringContaining('3600 seconds ahead') });
  });

  test.each(['', 'soon', '-5', '1e9', '0x10', '1769771275.5', '9'.repeat(40)])(
    '«%s» is invalid',
    async (timestamp) => {
      const title = timestamp === '' ? 'not-signed' : 'timestamp-not-valid';
      const request = await withHeaders(await callback(), { 'webhook-timestamp': timestamp });
      expect(await verdict(receiver().handler(request))).toEqual(refused(title));
    },
  );
});

describe('the signature', () => {
  test('is one of ours while two secrets are valid, on either side', async () => {
    const both = receiver({ secrets: [older, newer] });
    expect(await verdict(both.handler(await callback(undelivered, { secrets: [older] })))).toEqual(ok);
    expect(await verdict(both.handler(await callback(undelivered, { secrets: [newer] })))).toEqual(ok);
    const one = receiver({ secrets: [newer] });
    expect(await verdict(one.handler(await callback(undelivered, { secrets: [older, newer] })))).toEqual(ok);
    expect(await verdict(one.handler(await callback(undelivered, { secrets: [older] })))).toEqual(
      refused('signature-not-valid'),
    );
  });

  test('may be among those of other versions and invalid base64', async () => {
    const request = await callback();
    const signature = request.headers.get('webhook-signature') ?? '';
    const among = `v1a,AAAA v1,*** v1 v2,${signature.slice(3)} ${signature}`;
    const { handler } = receiver();
    expect(await verdict(handler(await withHeaders(request, { 'webhook-signature': among })))).toEqual(ok);
  });

  test('of another version alone does not count', async () => {
    const request = await callback();
    const changed = {
      'webhook-signature': (request.headers.get('webhook-signature') ?? '').replace('v1,', 'v2,'),
    };
    expect(await verdict(receiver().handler(await withHeaders(request, changed)))).toEqual(
      refused('signature-not-valid'),
    );
  });

  test('is not found after too many others', async () => {
    const request = await callback();
    const signature = request.headers.get('webhook-signature');
    const crowd = { 'webhook-signature': `${'v1,AAAA '.repeat(8)}${signature}` };
    expect(await verdict(receiver().handler(await withHeaders(request, crowd)))).toEqual(
      refused('signature-not-valid'),
    );
  });

  test('may be by a secret without its prefix', async () => {
    const { handler } = receiver({ secrets: [secret.replace('whsec_', '')] });
    expect(await verdict(handler(await callback()))).toEqual(ok);
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('needs %s', async (name) => {
    const request = await withHeaders(await callback(), { [name]: null });
    expect(await verdict(receiver().handler(request))).toEqual(refused('not-signed'));
  });
});
