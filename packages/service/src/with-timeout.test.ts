import { expect, test } from 'vitest';
import { withTimeout } from './with-timeout.ts';

test('passes on the result or error in time', async () => {
  expect(await withTimeout(60, Promise.resolve(7))).toBe(7);
  await expect(withTimeout(60, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

test('rejects after the time-out', async () => {
  await expect(withTimeout(0.001, new Promise(() => {}))).rejects.toThrow('no answer within 0.001 seconds');
});
