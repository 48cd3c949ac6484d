import { expect, onTestFinished, test } from 'vitest';
import { openInbox } from './callback-inbox.ts';

async function open() {
  const inbox = await openInbox({ members: { requestId: '/message/id' } });
  onTestFinished(() => inbox.close());
  const send = async (id: string, more = '') => {
    const body = JSON.stringify({ message: { id }, more });
    return (await fetch(inbox.url, { method: 'POST', body })).status;
  };
  return { inbox, send };
}

test('every callback is answered and counted; those of expected messages are remembered, in any letter case', async () => {
  const { inbox, send } = await open();
  inbox.expect('7C42');
  const statuses = [await send('other'), await send('7c42'), await send('7C42')];
  expect(statuses).toEqual([200, 200, 200]);
  expect(inbox.count()).toBe(3);
  expect(inbox.received).toHaveLength(2);
});

test('what is remembered is bounded, for a message and for all others', async () => {
  const { inbox, send } = await open();
  inbox.expect('7c42');
  inbox.sampleOthers();
  for (let count = 0; count < 110; count += 1) await send('7c42');
  for (let count = 0; count < 210; count += 1) expect(await send('other')).toBe(200);
  expect(inbox.received).toHaveLength(100 + 200);
  expect(inbox.count()).toBe(320);
  expect(await send('7c42', 'x'.repeat(70_000))).toBe(413);
});

test('a receiver that is gone says so until it is opened again', async () => {
  const { inbox, send } = await open();
  const reopen = inbox.refuseAll(() => true, 410);
  inbox.refuseFirst(() => true, 404);
  expect([await send('1'), await send('2')]).toEqual([410, 410]);
  reopen();
  reopen();
  expect([await send('3'), await send('4')]).toEqual([404, 200]);
});
