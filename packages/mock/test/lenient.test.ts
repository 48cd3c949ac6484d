import { randomUUID } from 'node:crypto';
import { readYamlFile, repositoryRoot } from '@cascade/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send, validBody } from './support/send.ts';
import { start, startForTest, type TestMock } from './support/start.ts';

let mock: TestMock;
beforeAll(async () => {
  mock = await start();
});
afterAll(() => mock.close());

const lenient = (body: unknown, path = '/api/cascade/schedule') =>
  send(mock.url, { path, body, headers: { 'x-api-key': 'lenient-key' } });

const to = { address: '12025550100', type: 'PHONE' };
const onChattwo = (content: object, id: unknown = randomUUID()) => ({
  requestId: id,
  cascadeId: '4010',
  subscriberFilter: to,
  content: { chattwoContent: content },
});
const keyboard = (...buttons: readonly object[]) => ({ keyboard: { rows: [{ buttons }] } });

test('a strict account accepts a keyboard, and the log says that nothing reads it; with `lenient` it is read', async () => {
  const body = {
    ...onChattwo({ contentType: 'TEXT', text: 'x', ...keyboard({ type: 'URL', text: 'x' }) }),
    cascadeId: 4010,
  };
  for (const { options, status, line } of [
    {
      options: {},
      status: 200,
      line: /200 - \d+ ms never read, its switch is off: \/content\/chattwoContent\/keyboard\n$/,
    },
    // The button lacks its action: now it is judged.
    { options: { lenient: { keyboard: true } }, status: 400, line: / 400 [\w-]+ \d+ ms\n$/ },
  ]) {
    const own = await startForTest(options);
    expect((await send(own.url, { body })).status).toBe(status);
    expect(own.lines[0]).toMatch(line);
  }
});

/** The families of requests that existing integrations send (ADR-0027). */
const families: readonly (readonly [string, object])[] = [
  [
    'SMS without contentType, short request id, cascadeId as a text',
    {
      requestId: '68f1a2b3c4d5e6.10000001',
      cascadeId: '2002',
      subscriberFilter: to,
      content: { smsContent: { text: 'Code 4821' } },
    },
  ],
  [
    'a URL button whose action follows from type',
    onChattwo(
      {
        contentType: 'TEXT',
        text: 'Rate us',
        footer: { text: 'Thanks' },
        ...keyboard({ type: 'URL', url: 'https://shop.example/r', text: 'Rate' }),
      },
      '68f1a2b3c4d5e',
    ),
  ],
  [
    'a URL button with buttonType, startTime in the past',
    {
      ...onChattwo({
        contentType: 'TEXT',
        text: 'Your order is ready',
        footer: 'Shop',
        ...keyboard({ buttonType: 'URL', url: 'https://shop.example/o', text: 'View' }),
      }),
      startTime: '2021-01-21T08:00:00Z',
    },
  ],
  ['a code as a number', onChattwo({ contentType: 'AUTHENTICATION', messageMatcherId: 13, text: 482133 })],
  ['AUTHENTICATION', onChattwo({ contentType: 'AUTHENTICATION', messageMatcherId: 13, text: '482133' })],
  [
    'a document as attachment',
    onChattwo({
      contentType: 'DOCUMENT',
      attachment: { url: 'https://files.example/contract.pdf', name: 'contract.pdf' },
    }),
  ],
  [
    'two quick replies in one row',
    onChattwo({
      contentType: 'TEXT',
      text: 'Is it solved?',
      ...keyboard(
        { buttonType: 'QUICK_REPLY', text: 'Yes', payload: 'yes' },
        { buttonType: 'QUICK_REPLY', text: 'No', payload: 'no' },
      ),
    }),
  ],
  [
    'FLOW with a string action and a flowId of 16 digits',
    onChattwo({ contentType: 'FLOW', flowId: 1_000_000_000_000_001, action: 'navigate', caption: 'Fill in' }),
  ],
];

describe('an account with all switches on', () => {
  test.each(families)('%s is accepted and its request id echoed as sent', async (_, body) => {
    const { requestId } = body as { requestId: string };
    expect(await lenient(body)).toMatchObject({ status: 200, body: { requestId } });
    expect((await lenient(body)).body).toMatchObject({ title: 'requestId-is-not-unique' });
  });

  test.each([
    ['/api/cascade/get-all/', { offset: 0, limit: 0 }],
    ['/api/cascade/get-all', []],
  ])('lists cascades for %s %j', async (path, body) => {
    const answer = await lenient(body, path);
    expect(answer.status).toBe(200);
    expect(answer.body).toHaveLength(5);
  });

  test('still applies the limits of §8', async () => {
    const url = { buttonType: 'URL', url: 'https://shop.example', text: 'x' };
    const answer = await lenient(onChattwo({ contentType: 'TEXT', text: 'x', ...keyboard(url, url, url) }));
    expect(answer.body).toMatchObject({ detail: 'Too many URL buttons, maximum is 2' });
  });

  test('guesses nothing where both forms meet', async () => {
    const both = { contentType: 'TEXT', text: 'x', buttons: [], ...keyboard() };
    const { body } = await lenient(onChattwo(both));
    expect(body).toMatchObject({
      title: 'matched-template-not-found',
      detail: expect.stringContaining('/content/chattwoContent/keyboard'),
    });
  });
});

describe('a strict account', () => {
  test.each(families.slice(0, 4))('refuses %s', async (_, body) => {
    expect((await send(mock.url, { body })).status).toBe(400);
  });

  test('has no list with a slash at the end', async () => {
    const answer = await send(mock.url, { path: '/api/cascade/get-all/', body: {} });
    expect(answer).toMatchObject({
      status: 404,
      body: { title: 'not-found', detail: 'no operation at /api/cascade/get-all/' },
    });
  });
});

describe('the message history', () => {
  const history = (body: unknown) => send(mock.url, { path: '/api/messages/history', body });
  const schedule = async (address: string) => {
    const body = validBody({ requestId: randomUUID(), subscriberFilter: { address, type: 'PHONE' } });
    expect((await send(mock.url, { body })).status).toBe(200);
    return body;
  };

  test('finds a message by its request id in any letter case', async () => {
    const { requestId, content } = await schedule('+12025550177');
    const { body } = await history({ requestId: requestId.toUpperCase() });
    expect(body).toMatchObject({
      hasNext: false,
      content: [
        {
          messageId: expect.any(Number),
          requestId,
          comment: null,
          direction: 'OUT',
          channelType: 'SMS',
          subjectId: 1,
          cascadeId: 2002,
          address: '+12025550177',
          content: content.smsContent,
          deliveryStatus: 'DELIVERED',
          statusAt: expect.stringMatching(/Z$/),
          error: null,
        },
      ],
    });
    const { value } = readYamlFile(repositoryRoot, 'spec/openapi/additions/schemas/MessageHistoryEntry.yaml');
    expect(new Set(Object.keys(Object(body).content[0]))).toEqual(
      new Set(Object.keys(Object(value).properties)),
    );
  });

  test('has the status that the reserved number asks for', async () => {
    const { requestId } = await schedule('+12025550199');
    await expect
      .poll(async () => (await history({ requestId })).body)
      .toMatchObject({ content: [{ deliveryStatus: 'DELIVERED' }] });
  });

  test('has an entry for each stage that has started, the latest first', async () => {
    const text = { contentType: 'TEXT', text: 'Hello' };
    const body = validBody({
      requestId: randomUUID(),
      cascadeId: 31634,
      content: { chatoneContent: text, chattwoContent: { ...text, text: 'Hello again' } },
    });
    // The event of this reason is on chattwo, the second stage.
    await send(mock.url, { body, headers: { prefer: 'callback=not-chattwo-user' } });
    const { requestId } = body;
    const second = {
      channelType: 'CHATTWO',
      deliveryStatus: 'UNDELIVERED',
      error: 'not-chattwo-user',
      content: { text: 'Hello again' },
    };
    const first = {
      channelType: 'CHATONE',
      deliveryStatus: 'EXPIRED',
      error: null,
      content: { text: 'Hello' },
    };
    await expect
      .poll(async () => (await history({ requestId })).body)
      .toMatchObject({ content: [second, first] });
    const ascending = { requestId, sort: [{ property: 'messageId', direction: 'ASC' }] };
    expect((await history(ascending)).body).toMatchObject({ content: [first, second] });
    const page = await history({ requestId, limit: 1 });
    expect(page.body).toMatchObject({ hasNext: true, content: [second] });
    expect((await history({ requestId, channelTypes: ['CHATONE'] })).body).toMatchObject({
      content: [first],
    });
  });

  test('filters and pages, the newest first', async () => {
    const address = '+12025550166';
    const sent = [await schedule(address), await schedule(address), await schedule(address)];
    const find = async (filters: object) => {
      const { body } = await history({ subscriberFilter: { address, type: 'PHONE' }, ...filters });
      const { content, hasNext } = body as { content: { requestId: string }[]; hasNext: boolean };
      return [content.map(({ requestId }) => sent.findIndex((one) => one.requestId === requestId)), hasNext];
    };
    expect(await find({})).toEqual([[2, 1, 0], false]);
    expect(await find({ limit: 2 })).toEqual([[2, 1], true]);
    expect(await find({ offset: 2, limit: 2 })).toEqual([[0], false]);
    expect(await find({ sort: [{ property: 'messageId', direction: 'ASC' }] })).toEqual([[0, 1, 2], false]);
    expect(await find({ channelTypes: ['SMS'], subjectId: 1, trafficType: ['HSM'] })).toEqual([
      [2, 1, 0],
      false,
    ]);
    expect(await find({ channelTypes: ['CHATTWO'] })).toEqual([[], false]);
    expect(await find({ channelTypes: [] })).toEqual([[2, 1, 0], false]);
    expect(await find({ subjectId: 2 })).toEqual([[], false]);
    expect(await find({ direction: 'IN' })).toEqual([[], false]);
    expect(await find({ dateTo: '2021-01-01T00:00:00Z' })).toEqual([[], false]);
    expect(await find({ dateFrom: '2021-01-01T00:00:00Z' })).toEqual([[2, 1, 0], false]);
  });

  test.each([
    [{ limit: 0 }, '/limit: must be at least 1, found 0'],
    [{ limit: 1001 }, '/limit: must be at most 1000, found 1001'],
    [
      { dateFrom: '2026-02-02T00:00:00Z', dateTo: '2026-02-01T00:00:00Z' },
      '/dateTo: must not be earlier than dateFrom',
    ],
  ])('refuses %j', async (body, detail) => {
    expect(await history(body)).toMatchObject({ status: 400, body: { detail } });
  });

  test('shows no message of another account', async () => {
    const { requestId } = await schedule('+12025550155');
    expect((await lenient({ requestId }, '/api/messages/history')).body).toStrictEqual({
      hasNext: false,
      content: [],
    });
  });
});

test('setting a callback echoes the registration', async () => {
  const body = { statusCallbackUrl: 'https://shop.example/status', subjectId: 2 };
  const answer = await send(mock.url, { path: '/api/callback/set', body });
  expect(answer).toMatchObject({ status: 200, body });
});
