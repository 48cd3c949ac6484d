import { expect, test } from 'vitest';
import { clientOf } from '../test/support/client-of.ts';
import { createTestProvider } from './test-provider/create-test-provider.ts';

test('lists the cascades of the account, also after a lost answer', async () => {
  const provider = createTestProvider();
  provider.next({ drop: 'answer' });
  const { data } = await clientOf(provider).listCascades();
  expect(data?.map(({ id }) => id)).toEqual([2002, 4010, 31634, 50505, 1000000]);
});

test.each(['', '{}', '[', '<p>'])('a body that is not a list is unreadable: %j', async (body) => {
  const { error } = await clientOf({ fetch: async () => new Response(body) }).listCascades();
  expect(error).toMatchObject({ kind: 'unreadable', status: 200, text: body });
});

test('a callback address is registered, or rejected with its code', async () => {
  const client = clientOf(createTestProvider());
  const registration = { statusCallbackUrl: 'https://shop.example/callbacks' };
  const made = { ...registration, secret: expect.stringMatching(/^whsec_/) };
  expect(await client.setCallback(registration)).toEqual({ data: made });
  const own = { ...registration, secret: `whsec_${Buffer.alloc(24).toString('base64')}` };
  expect(await client.setCallback(own)).toEqual({ data: registration });
  const silent = clientOf({ fetch: async () => new Response('') });
  expect(await silent.setCallback(own)).toEqual({ data: registration });
  expect((await client.setCallback({ statusCallbackUrl: 'ftp://shop.example/' })).error?.code).toBe(
    'callback-url-not-valid',
  );
});

test('the key and the base address reach the provider, with or without a slash at the end', async () => {
  const seen: string[] = [];
  const fetch = async ({ url, headers }: Request) => {
    seen.push(`${url} ${headers.get('x-api-key')} ${headers.get('content-type')}`);
    return Response.json([]);
  };
  await clientOf({ fetch, baseUrl: 'https://provider.test/v1/' }).listCascades();
  await clientOf({ fetch, baseUrl: 'https://provider.test/v1' }).listCascades();
  const expected = 'https://provider.test/v1/api/cascade/get-all demo-key application/json';
  expect(seen).toEqual([expected, expected]);
});
