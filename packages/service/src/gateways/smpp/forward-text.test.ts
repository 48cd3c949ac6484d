import type { ServerResponse } from 'node:http';
import { answerWith, startReceiver } from '@cascade/test-kit';
import { closedAfterTest } from '@cascade/test-kit/vitest';
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
  const begin = performance.now();
  expect(await forwardText({ url: receiver.url }, text, 600)).toBe('the URL answered 401');
  expect(performance.now() - begin).toBeLessThan(20_000);
  expect(receiver.received).toHaveLength(2);
  expect(receiver.received[0]?.headers).not.toHaveProperty('authorization');
});

test('does not wait longer for a URL that is silent', async () => {
  const receiver = await closedAfterTest(startReceiver(() => {}));
  const begin = performance.now();
  expect(await forwardText({ url: receiver.url }, text, 300)).toBe('no response in time');
  // Without a limit it would wait for as long as the URL is silent.
  expect(performance.now() - begin).toBeLessThan(20_000);
});
