import { expect, test } from 'vitest';
import { judge, throughRestarts, window } from './judge.ts';
import type { PeerSubmit } from './reports.ts';

const expected = { final: 'DELIVERED', mostDuplicates: 1, isRejected: false };
const last: PeerSubmit['session'] = {};
const submit = (to: string, session = last) => ({
  to,
  from: 'codes',
  part: 1,
  parts: 1,
  text: 'Code',
  number: 1,
  isOwed: false,
  session,
});
const sent = (numbers: readonly string[]) =>
  numbers.map((number) => ({ requestId: number, number, text: 'Code' }));
const two = {
  sent: sent(['1', '2']),
  finals: ['DELIVERED', 'DELIVERED'],
  submits: [submit('1'), submit('2')],
  restartsBefore: 0,
  owed: [],
};

test('passes what arrived whole, once and with its final status', () => {
  expect(judge(expected, two)).toEqual({
    messages: 2,
    intact: 2,
    duplicates: 0,
    mostDuplicates: 1,
    finals: { DELIVERED: 2 },
    passes: true,
  });
});

test.each([
  ['a message that did not arrive', { submits: [submit('1')] }],
  ['a garbled text', { submits: [submit('1'), { ...submit('2'), text: 'Cod' }] }],
  ['another final status', { finals: ['DELIVERED', 'UNDELIVERED'] }],
  ['none', { finals: ['DELIVERED', 'none'] }],
  ['a duplicate too many', { submits: ['1', '1', '1', '2'].map((to) => submit(to)) }],
])('fails %s', (_, seen) => {
  expect(judge(expected, { ...two, ...seen }).passes).toBe(false);
});

test('may be rejected, if the SMSC accepts none', () => {
  const refused = { ...two, finals: ['error', 'error'], submits: [] };
  expect(judge({ ...expected, final: 'error', isRejected: true }, refused).passes).toBe(true);
  expect(judge({ ...expected, final: 'error' }, refused).passes).toBe(false);
});

/** The SMSC is killed twice, and takes as many messages again behind the second kill, which is its fourth. */
function killed(again: number) {
  const numbers = Array.from({ length: 20 }, (_, at) => String(at));
  return {
    sent: sent(numbers),
    finals: numbers.map(() => 'DELIVERED'),
    submits: [
      ...numbers.map((to) => submit(to, { kill: 4 })),
      ...numbers.slice(0, again).map((to) => submit(to)),
    ],
    // Two kills of earlier scenarios.
    restartsBefore: 2,
    owed: [3, 4],
  };
}

test('allows a window of submits to come again behind each kill', () => {
  const judged = judge(expected, killed(window));
  expect(judged).toMatchObject({
    duplicates: 0,
    kills: { afterKill: [0, window], owed: [3, 4] },
    passes: true,
  });
  expect(judge(expected, killed(window + 1)).passes).toBe(false);
});

test('sums up what was sent through kills', () => {
  const once = judge(expected, killed(2));
  const seen = killed(window);
  const lost = { ...seen, finals: ['none', ...seen.finals.slice(1)] };
  expect(throughRestarts([judge(expected, two), once, judge(expected, lost)])).toEqual({
    messages: 40,
    notIntact: 0,
    notDelivered: 1,
    kills: 4,
    twice: 12,
    mostTwiceByOneKill: window,
    otherDuplicates: 0,
    receiptsAfterRestart: 14,
  });
});
