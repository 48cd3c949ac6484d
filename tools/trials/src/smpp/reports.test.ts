import { expect, test } from 'vitest';
import { createReports } from './reports.ts';

const encoded = Buffer.from('жизнь').toString('base64');
const submit = (number: number, owed: string) => `submit\t1206\tcodes\t2/3\t${encoded}\t${number}\t${owed}`;

test('reads a submit', () => {
  const { take, submits } = createReports();
  take(submit(703_000, '1'));
  const read = { to: '1206', from: 'codes', part: 2, parts: 3, text: 'жизнь' };
  expect(submits).toEqual([{ ...read, number: 703_000, isOwed: true, session: {} }]);
});

test('knows the session of a submit, and which kill ended it', () => {
  const { take, submits, begin } = createReports();
  const bind = () => take('bind\tcascade');
  // Unbound, killed, killed before it was bound, and still there.
  for (const step of [bind, bind, begin, begin, bind]) {
    step();
    take(submit(submits.length, '0'));
  }
  expect(submits.map(({ session }) => session.kill)).toEqual([undefined, 1, 2, undefined, undefined]);
  const [unbound, , , waiting, last] = submits.map(({ session }) => session);
  expect(unbound).not.toBe(last);
  expect(waiting).toBe(last);
});

test('leaves out a submit whose line a kill has cut', () => {
  const { take, submits, count } = createReports();
  const line = submit(703_000, '1');
  for (const length of [line.length - 1, line.length - 2, 20, 7]) take(line.slice(0, length));
  expect([submits, count('submit')]).toEqual([[], 0]);
});

test('owes the receipts that were asked for and not taken', () => {
  const { take, owed } = createReports();
  for (const [number, isOwed] of [
    [1, '1'],
    [2, '0'],
    [3, '1'],
    [4, '1'],
  ] as const)
    take(submit(number, isOwed));
  take('receipt\t1206\t0\t1');
  take('receipt\t1206\t8\t3');
  expect(owed().map(({ number }) => number)).toEqual([3, 4]);
});

test('numbers go on behind the last one', () => {
  const { take, lastNumber } = createReports();
  const first = lastNumber();
  take(submit(first + 5, '0'));
  take(submit(first + 1, '0'));
  expect(lastNumber()).toBe(first + 5);
});
