import { expect, test } from 'vitest';
import { answerWith, dropConnection, startReceiver } from './receiver.ts';
import { closedAfterTest } from './vitest.ts';

const post = (url: string, body: object) => fetch(url, { method: 'POST', body: JSON.stringify(body) });

test('keeps requests, and answers as told', async () => {
  const receiver = await closedAfterTest(
    startReceiver((response, _received, index) => answerWith(index === 0 ? 500 : 200)(response)),
  );
  const first = receiver.next();
  const second = receiver.next();
  expect((await post(`${receiver.url}?a=1`, { status: 'SENT' })).status).toBe(500);
  expect((await post(receiver.url, { status: 'DELIVERED' })).status).toBe(200);
  expect(await first).toMatchObject({ method: 'POST', path: '/status?a=1', event: { status: 'SENT' } });
  expect((await second).event.status).toBe('DELIVERED');
  await receiver.got(2);
});

test('a request that was dropped is kept too', async () => {
  const receiver = await closedAfterTest(startReceiver(dropConnection));
  await expect(post(receiver.url, {})).rejects.toThrow();
  await receiver.got(1);
});

test('a wait ends with what it waits for, with its error, or with its time', async () => {
  const receiver = await closedAfterTest(startReceiver());
  const found = receiver.until(() => receiver.received.find(({ event }) => event.status === 'DELIVERED'));
  await post(receiver.url, { status: 'SENT' });
  await post(receiver.url, { status: 'DELIVERED' });
  expect((await found).event).toEqual({ status: 'DELIVERED' });
  const failing = receiver.until(() => {
    throw new Error('wrong signature');
  });
  await expect(failing).rejects.toThrow('wrong signature');
  await expect(receiver.until(() => undefined, 0.01)).rejects.toThrow('within 0.01 seconds');
});
