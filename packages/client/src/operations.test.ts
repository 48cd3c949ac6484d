import { expect, test } from 'vitest';
import { clientOf } from '../test/support/client-of.ts';
import { createTestProvider } from './test-provider/create-test-provider.ts';

test('lists the cascades of the account, also after a lost answer', async () => {
  const provider = createTestProvider();
  provider.next({ drop: 'answer' });
  const { data } = await clientOf(provider).listCascades();
  expect(data?.map(({ id }) => id)).toEqual([2002, 4010, 31634, 50505, 1000000]);
});

test('lists the senders, or those on some channels, by GET and without a body', async () => {
  const provider = createTestProvider();
  provider.next({ drop: 'answer' });
  const client = clientOf(provider);
  expect((await client.listChannelProfiles()).data).toHaveLength(8);
  const { data } = await client.listChannelProfiles({ types: ['SMS', 'CHATTWO'] });
  expect(data?.map(({ type, subjectId }) => `${type} ${subjectId}`)).toEqual([
    'CHATTWO 2',
    'CHATTWO 3',
    'CHATTWO 2',
    'SMS 1',
    'SMS 1',
  ]);
  const seen: string[] = [];
  const fetch = async ({ method, url, body }: Request) => {
    seen.push(`${method} ${url} ${body}`);
    return Response.json([]);
  };
  await clientOf({ fetch }).listChannelProfiles({ types: ['SMS', 'CHATTWO'] });
  expect(seen).toEqual(['GET https://provider.test/api/channel-profile?types=SMS,CHATTWO null']);
});

test('lists the templates of a sender, or says why not', async () => {
  const client = clientOf(createTestProvider());
  expect(await client.listTemplates({ subjectId: 2, matcherTypes: ['OPERATOR'] })).toEqual({ data: [] });
  const { error } = await client.listTemplates({ subjectId: -1 });
  expect(error).toMatchObject({ kind: 'problem', code: 'matched-template-not-found' });
});

test('the test provider names the method that a URL has', async () => {
  const { fetch } = createTestProvider();
  const ask = async (path: string, method: string) => {
    const answer = await fetch(new Request(`https://provider.test${path}`, { method }));
    return `${answer.status} ${answer.headers.get('allow')}`;
  };
  expect(await ask('/api/channel-profile', 'POST')).toBe('405 GET');
  expect(await ask('/api/cascade/get-all', 'GET')).toBe('405 POST');
  expect(await ask('/api/channel-profile', 'GET')).toBe('401 null');
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
