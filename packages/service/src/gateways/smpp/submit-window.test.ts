import { expect, test } from 'vitest';
import { createSubmitWindow } from './submit-window.ts';

const { signal } = new AbortController();
const beside = () => false;
const alone = () => true;
const turn = () => new Promise(setImmediate);

test('gives as many places as there are, and a further one when one is free', async () => {
  const window = createSubmitWindow(2);
  const [first] = await Promise.all([window.take(beside, signal), window.take(beside, signal)]);
  let taken = 0;
  const waiting = [1, 2].map(() => window.take(beside, signal).then(() => (taken += 1)));
  await turn();
  expect(taken).toBe(0);
  // The second time frees nothing.
  first?.free();
  first?.free();
  await Promise.race(waiting);
  await turn();
  expect(taken).toBe(1);
});

test('gives nothing beside what goes alone, and nothing alone beside others', async () => {
  const window = createSubmitWindow(3);
  const first = await window.take(beside, signal);
  const order: string[] = [];
  const suspect = window.take(alone, signal);
  void suspect.then(() => order.push('alone'));
  await turn();
  expect(order).toEqual([]);
  first.free();
  const place = await suspect;
  const other = window.take(beside, signal).then(() => order.push('beside'));
  await turn();
  expect(order).toEqual(['alone']);
  place.free();
  await other;
  expect(order).toEqual(['alone', 'beside']);
});

test('what is aborted takes no place, whether it waits or has not begun', async () => {
  const window = createSubmitWindow(1);
  const first = await window.take(beside, signal);
  const controller = new AbortController();
  const waiting = window.take(beside, controller.signal);
  controller.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  await expect(window.take(beside, controller.signal)).rejects.toThrow('stopped');
  first.free();
  await window.take(beside, signal);
});
