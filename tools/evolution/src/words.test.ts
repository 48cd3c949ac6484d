import { expect, test } from 'vitest';
import { judgeAdvice, judgeText } from './words.ts';

test.each([
  ['Any 2xx means this.', 'Only 200 means this.'],
  ['Seconds since 1970.', 'Milliseconds since 1970.'],
  ['Answer within 15 seconds.', 'Answer within 10 seconds.'],
  ['The subscriber is not registered.', 'The subscriber is registered.'],
  ['A name may be sent.', 'A name must be sent.'],
  ['The event is kept for a day.', 'The event is dropped for a day.'],
  ['Events are sent before the message ends.', 'Events are sent after the message ends.'],
  ['The event is taken; any 2xx says so.', 'The receiver has accepted it. Only 200 means this.'],
  ['The event is undelivered.', 'The event is delivered.'],
  ['Send it with the same key.', 'Send it with another key.'],
])('another promise is major: %s %s', (before, now) => {
  expect(judgeText(before, now)).toMatchObject({
    impact: 'major',
    says: expect.stringMatching(/^says otherwise: “.*” is now “.*”$/),
  });
});

test.each([
  ['It has the same `webhook-id`.', 'It has the same `x-id`.', 'says more or less: '],
  ['The key is `x-api-key`. It is signed.', 'The key is `x-api-key`.', 'no longer says “It is signed.”'],
  ['The key is `x-api-key`.', 'The key is `x-api-key`. Events come once.', 'newly says “Events come once.”'],
  [
    'Where events shall go.',
    'The address, at most 500 characters.',
    'no longer says “Where events shall go.”, but',
  ],
  ['', 'Never empty.', 'newly says “Never empty.”'],
])('what comes, goes or names something else is minor: %s %s', (before, now, says) => {
  expect(judgeText(before, now)).toMatchObject({ impact: 'minor', says: expect.stringContaining(says) });
});

test.each([
  ['The addres of the subscriber.', 'The address of the subscriber.'],
  ['A document without a name.', 'A document has no name.'],
  ['At most 10 buttons (ADR-0011).', '**At most** 10 buttons\n(ADR-0012).'],
  ['The number has a wrong format.', 'The format of the number is wrong.'],
  ['One stage. Another stage.', 'Another stage. One stage.'],
])('wording is a patch: %s %s', (before, now) => {
  expect(judgeText(before, now).impact).toBe('patch');
});

test('the order of a numbered list is a promise, and the place of its lines is none', () => {
  const list = (...items: readonly string[]) =>
    `In this order:\n\n${items.map((item, index) => `${index + 1}. ${item}\n`).join('')}`;
  const before = list('The key is known.', 'The body is JSON.', 'The balance suffices.');
  expect(judgeText(before, list('The body is JSON.', 'The key is known.', 'The balance suffices.'))).toEqual({
    impact: 'major',
    says: 'the list has another order: “The body is JSON.” was elsewhere',
  });
  expect(judgeText(before, before.replaceAll('\n', '\n  ')).impact).toBe('patch');
  expect(judgeText(before, list('The key is known.', 'The balance suffices.')).impact).toBe('minor');
});

test('another advice is to be read, if it is more than another spelling', () => {
  expect(judgeAdvice('Ask the operator.', 'Call the provider.').impact).toBe('minor');
  expect(judgeAdvice('Ask the operator.', 'Ask the operater.').impact).toBe('patch');
  expect(judgeAdvice('Ask the operator.', 'Do not ask the operator.').impact).toBe('major');
});
