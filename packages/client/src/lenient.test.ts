import bodies from '@cascade/lenient-requests/older-bodies.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { createCascadeClient } from './create-cascade-client.ts';
import { preflight } from './preflight.ts';
import { createTestProvider } from './test-provider/create-test-provider.ts';

const lenient = {
  cascadeIdAsText: true,
  anyRequestId: true,
  smsWithoutContentType: true,
  textAsNumber: true,
  keyboard: true,
  attachment: true,
  listRequests: true,
};
const cascades = [
  { id: 2002, stages: [{ uuid: 'a', channel: 'SMS' }] },
  ...[2007, 945, 4010, 2557].map((id) => ({ id, stages: [{ uuid: `b${id}`, channel: 'CHATTWO' }] })),
];
const options = { baseUrl: 'https://provider.test', apiKey: 'demo-key' };

describe('older bodies', () => {
  test.each(bodies)('$requestId: accepted once, by client, preflight and test provider', async (body) => {
    const provider = createTestProvider({ lenient, cascades });
    const client = createCascadeClient({ ...options, lenient, fetch: provider.fetch });
    expect(preflight(body, { lenient, cascades })).toBeUndefined();
    expect((await client.schedule(body)).data?.requestId).toBe(body.requestId);
    expect(provider.scheduled).toMatchObject([
      { requestId: body.requestId, cascadeId: Number(body.cascadeId) },
    ]);
    expect((await client.schedule(body)).error?.code).toBe('requestId-is-not-unique');
  });

  test('are refused with the switches off, by both alike', async () => {
    const provider = createTestProvider({ cascades });
    const client = createCascadeClient({ ...options, lenient, fetch: provider.fetch });
    for (const body of bodies.slice(0, 4)) {
      const { error } = await client.schedule(body);
      expect(error?.code).toBe(preflight(body, { cascades })?.code);
      expect(error?.outcome).toBe('not-scheduled');
    }
  });

  test('in both forms at once are refused, with the place', () => {
    const chattwoContent = { contentType: 'TEXT', text: 'a', keyboard: { rows: [] }, buttons: [] };
    const body = {
      cascadeId: 945,
      subscriberFilter: { address: '1', type: 'PHONE' },
      content: { chattwoContent },
    };
    expect(preflight(body, { lenient })).toMatchObject({
      code: 'matched-template-not-found',
      pointer: '/content/chattwoContent/keyboard',
    });
  });

  test('with a misspelt switch are an error of the caller', () => {
    const misspelt = { ...lenient, keybord: true };
    expect(() => preflight(bodies[0], { lenient: misspelt })).toThrow('lenient.keybord: unknown switch');
    expect(() => createTestProvider({ lenient: misspelt })).toThrow('lenient.keybord: unknown switch');
  });
});

describe('lists', () => {
  const post = (path: string, body: unknown, provider = createTestProvider({ lenient })) =>
    provider.fetch(
      new Request(`https://provider.test${path}`, {
        method: 'POST',
        headers: { 'x-api-key': 'demo-key', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );

  test.each([
    ['/api/cascade/get-all/', { offset: 0, limit: 0 }],
    ['/api/cascade/get-all', []],
  ])('%s takes %j', async (path, body) => {
    expect(await (await post(path, body)).json()).toHaveLength(5);
    expect((await post(path, body, createTestProvider())).ok).toBe(false);
  });

  test('number stages from 0, with the decision on the stage that it starts', async () => {
    const { data } = await createCascadeClient({ ...options, ...createTestProvider() }).listCascades({
      offset: 2,
      limit: 1,
    });
    expect(data).toMatchObject([
      {
        id: 31_634,
        stages: [
          {
            order: 0,
            decision: null,
            stages: [{ order: 1, decision: { type: 'TTL', ttl: '00:05:00' }, stages: [] }],
          },
        ],
      },
    ]);
  });
});
