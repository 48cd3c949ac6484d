import { expect, test } from 'vitest';
import { judgeSubmits } from './world.ts';

const sent = { requestId: 'r', number: '1', text: 'abcd' };
const submit = { to: '1', from: 'codes', number: 1, isOwed: false, run: 1 };
const part = (at: number, text: string, run = 1) => ({ ...submit, part: at, parts: 2, text, run });
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
  ['accepted before a kill and after it', [part(1, 'ab', 1), part(1, 'ab', 2)], [1], 0],
  ['after two kills', [part(1, 'ab', 1), part(1, 'ab', 2), part(1, 'ab', 3)], [1, 2], 0],
  ['a kill that came between others', [part(1, 'ab', 1), part(1, 'ab', 3)], [1], 0],
  [
    'twice by one process, and then by the next',
    [part(1, 'ab', 2), part(1, 'ab', 2), part(1, 'ab', 3)],
    [2],
    1,
  ],
])('a part %s', (_, copies, afterKill, duplicates) => {
  const submits = [...copies, part(2, 'cd', 3)];
  expect(judgeSubmits(sent, submits)).toEqual({ isIntact: true, duplicates, afterKill });
});
