import { expect, test } from 'vitest';
import { judgeSubmits } from './world.ts';

const sent = { requestId: 'r', number: '1', text: 'abcd' };
const part = (at: number, text: string) => ({ to: '1', from: 'codes', part: at, parts: 2, text });
const other = { to: '2', from: 'codes', part: 1, parts: 1, text: 'else' };

test.each([
  ['both parts in any order', [part(2, 'cd'), other, part(1, 'ab')], true, 0],
  ['a part twice', [part(1, 'ab'), part(1, 'ab'), part(2, 'cd')], true, 1],
  ['a part twice with different texts', [part(1, 'ab'), part(1, 'xb'), part(2, 'cd')], false, 1],
  ['a part too few', [part(1, 'ab')], false, 0],
  ['nothing', [other], false, 0],
  ['another sender', [part(1, 'ab'), { ...part(2, 'cd'), from: 'x' }], false, 0],
])('%s', (_, submits, isIntact, duplicates) => {
  expect(judgeSubmits(sent, submits)).toEqual({ isIntact, duplicates });
});
