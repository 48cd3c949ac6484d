import { expect, test } from 'vitest';
import { createMessageMemory, type RememberedMessage } from './account.ts';

const message = (messageId: number): RememberedMessage => ({
  messageId,
  requestId: `order ${messageId}`,
  key: `order ${messageId}`,
  comment: null,
  address: '10000000001',
  addressType: 'PHONE',
  cascade: { id: 7, name: 'Codes', stages: [] },
  content: {},
  acceptedAt: new Date(0),
  stages: [],
});

test('remembers as many messages as it may, the newest', () => {
  const memory = createMessageMemory(2);
  expect(memory.all()).toEqual([]);
  for (const messageId of [1, 2, 3]) memory.add(message(messageId));
  expect(memory.all().map(({ messageId }) => messageId)).toEqual([2, 3]);
});

test('10,000 unless told otherwise', () => {
  const memory = createMessageMemory();
  for (let messageId = 1; messageId <= 10_001; messageId += 1) memory.add(message(messageId));
  expect(memory.all()).toHaveLength(10_000);
  expect(memory.all()[0]?.messageId).toBe(2);
});
