import { expect, it } from 'vitest';
import { within } from './within.ts';

it('gives what comes in time', async () => {
  expect(await within(60, Promise.resolve(7))).toBe(7);
  await expect(within(60, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('does not wait for what does not come', async () => {
  await expect(within(0.001, new Promise(() => {}))).rejects.toThrow('no answer within 0.001 seconds');
});
