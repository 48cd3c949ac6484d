import type { ServerResponse } from 'node:http';
import { answerWith, startReceiver } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { expect, test } from 'vitest';
import { forwardText } from './forward-text.ts';

const text = { channel: 'SMS', from: '+1', to: '2', text: 'STOP', octets: 'U1RPUA==', dataCoding: 0 };

test('is posted with its authorization, and again until a 2xx has come', async () => {
  const drop = (response: ServerResponse) => void response.socket?.destroy();
  const answers = [drop, answerWith(503), answerWith(302), answerWith(202)];
  const receiver = await closedAfterTest(startReceiver((response, _, index) => answers[index]?.(response)));
  expect(await forwardText({ url: receiver.url, authorization: 'Bearer x' }, text)).toBeUndefined();
  expect(receiver.received.map(({ event }) => event)).toEqual([text, text, text, text]);
  expect(receiver.received[0]?.headers).toMatchObject({
    authorization: 'Bearer x',
    'content-type': 'application/json',
  });
});

test('is given up when its time is over, with the reason', async () => {
  const receiver = await closedAfterTest(startReceiver(answerWith(401)));
  let now = 0;
  const pause = async (milliseconds: number) => {
    now += milliseconds;
  };
  const waiting = { patience: 60_000, now: () => now, pause };
  expect(await forwardText({ url: receiver.url }, text, waiting)).toBe('the URL answered 401');
  // After 0, 0.25, 0.75, 1.75, 3.75, 7.75, 15.75 and 31.75 seconds; the next one would be later than a
  // minute.
  expect(receiver.received).toHaveLength(8);
  expect(now).toBe(31_750);
  expect(receiver.received[0]?.headers).not.toHaveProperty('authorization');
});

test('does not wait longer for a URL that is silent', async () => {
  const receiver = await closedAfterTest(startReceiver(() => {}));
  const begin = performance.now();
  expect(await forwardText({ url: receiver.url }, text, { patience: 300 })).toBe('no response in time');
  // Without a limit it would wait for as long as the URL is silent.
  expect(performance.now() - begin).toBeLessThan(20_000);
});
