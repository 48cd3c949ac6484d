import { expect, test } from 'vitest';
import { createMemoryProvider } from './memory-provider.ts';

const cascade = (id: number) => ({ id, stages: [{ uuid: `stage-${id}`, channel: 'SMS' }] });

function request(number: number, cascadeId = 7) {
  return {
    requestId: `00000000-0000-4000-8000-00000000000${number}`,
    cascadeId,
    subscriberFilter: { address: '10000000001', type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
  };
}

function setUp({
  balance = 100,
  kept,
}: {
  balance?: number;
  kept?: { messages: number; requestIds: number };
}) {
  const open = createMemoryProvider({
    now: () => new Date('2026-11-25T10:00:00.500Z'),
    uuidOf: (text) => `uuid of ${text}`,
    ...(kept && { kept }),
  });
  const account = open({ cascades: [cascade(9), cascade(7)], balance, prices: { SMS: 5 } });
  const send = (number: number, cascadeId?: number) => {
    const body = request(number, cascadeId);
    const judged = account.schedule(body, { requestId: body.requestId.toUpperCase() });
    return 'problem' in judged ? judged.problem.code : judged.answer.messageId;
  };
  return { account, open, send };
}

test('accepts what the rules accept, once for each id, until the money is spent', () => {
  const { send } = setUp({ balance: 10 });
  expect([send(1), send(1), send(2, 404), send(2), send(3)]).toEqual([
    1,
    'requestId-is-not-unique',
    'cascade-not-found',
    2,
    'out-of-balance',
  ]);
});

test('numbers the messages of all accounts', () => {
  const { open, send } = setUp({});
  send(1);
  const other = open({ cascades: [cascade(7)], balance: 0, prices: {} });
  expect(other.schedule(request(1), request(1))).toMatchObject({ answer: { messageId: 2 } });
});

test('lists cascades by id, with defaults', () => {
  const { account } = setUp({});
  expect(account.listCascades({})).toMatchObject({
    answer: [{ id: 7, name: 'cascade 7', stages: [{ subject: { id: 1 } }] }, { id: 9 }],
  });
  expect(account.listCascades({ offset: 1 })).toMatchObject({ answer: [{ id: 9 }] });
  expect(account.listCascades({ offset: -1 })).toHaveProperty('problem');
});

test('lists messages, the last first, with the id as it was sent', () => {
  const { account, send } = setUp({});
  send(1);
  send(2, 9);
  const ids = (filter: object) => {
    const page = account.listMessages(filter);
    return 'answer' in page ? page.answer.content.map(({ messageId }) => messageId) : page.problem;
  };
  expect(ids({})).toEqual([2, 1]);
  expect(ids({ sort: [{ property: 'messageId', direction: 'ASC' }] })).toEqual([1, 2]);
  expect(ids({ requestId: request(2).requestId })).toEqual([2]);
  expect(ids({ subscriberFilter: { address: '10000000002', type: 'PHONE' } })).toEqual([]);
  expect(ids({ dateTo: '2026-11-25T10:00:00.500Z' })).toEqual([]);
  expect(account.listMessages({})).toMatchObject({
    answer: {
      content: [{ requestId: request(2).requestId.toUpperCase(), statusAt: '2026-11-25T10:00:00.500Z' }, {}],
    },
  });
});

test('forgets the oldest message and the oldest id when it is full', () => {
  const { account, send } = setUp({ kept: { messages: 2, requestIds: 2 } });
  expect([1, 2, 3].map((number) => send(number))).toEqual([1, 2, 3]);
  expect(account.listMessages({})).toMatchObject({
    answer: { content: [{ messageId: 3 }, { messageId: 2 }] },
  });
  expect([send(3), send(1)]).toEqual(['requestId-is-not-unique', 4]);
});

test('keeps a registration, for its subject or for all others', () => {
  const { account } = setUp({});
  const ofAll = { statusCallbackUrl: 'https://shop.example/status' };
  const ofTwo = { ...ofAll, subjectId: 2, statusCallbackUrl: 'https://shop.example/two' };
  expect(account.callback(1)).toBeUndefined();
  account.registerCallback(ofAll);
  account.registerCallback(ofTwo);
  expect([account.callback(1), account.callback(2)]).toMatchObject([
    { url: ofAll.statusCallbackUrl },
    { url: ofTwo.statusCallbackUrl },
  ]);
});
