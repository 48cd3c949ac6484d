import { expect, test } from 'vitest';
import type { PeerSubmit } from './reports.ts';
import { judgeSubmits } from './world.ts';

const sent = { requestId: 'r', number: '1', text: 'abcd' };
const first = { kill: 1 };
const second = { kill: 2 };
const unbound = {};
const last = {};
const submit = { to: '1', from: 'codes', number: 1, isOwed: false, session: last };
const part = (at: number, text: string, session: PeerSubmit['session'] = last) => ({
  ...submit,
  part: at,
  parts: 2,
  text,
  session,
});
const other = { ...submit, to: '2', part: 1, parts: 1, text: 'else' };

test.each([
  ['both parts in any order', [part(2, 'cd'), other, part(1, 'ab')], true, 0],
  ['a part twice', [part(1, 'ab'), part(1, 'ab'), part(2, 'cd')], true, 1],
  ['a part twice with different texts', [part(1, 'ab'), part(1, 'xb'), part(2, 'cd')], false, 1],
  ['a part too few', [part(1, 'ab')], false, 0],
  ['a part too many', [part(1, 'ab'), part(2, 'cd'), part(3, '')], false, 1],
  ['nothing', [other], false, 0],
  ['another sender', [part(1, 'ab'), { ...part(2, 'cd'), from: 'x' }], false, 0],
])('%s', (_, submits, isIntact, duplicates) => {
  expect(judgeSubmits(sent, submits)).toEqual({ isIntact, duplicates, afterKill: [] });
});

test.each([
  ['accepted before a kill and after it', [first, last], [1], 0],
  ['after two kills', [first, second, last], [1, 2], 0],
  ['a kill that came between others', [first, unbound, last], [1], 1],
  ['twice in one session, and then in the next', [second, second, last], [2], 1],
  ['after a session that no kill has ended', [unbound, last], [], 1],
])('a part %s', (_, sessions, afterKill, duplicates) => {
  const submits = [...sessions.map((one) => part(1, 'ab', one)), part(2, 'cd')];
  expect(judgeSubmits(sent, submits)).toEqual({ isIntact: true, duplicates, afterKill });
});
