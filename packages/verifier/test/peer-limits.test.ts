import { expect, test } from 'vitest';
import { runPeer, within } from '../bench/peers/tools.ts';

test('a peer that never ends is broken off, and has complained of nothing', async () => {
  const signals: AbortSignal[] = [];
  const look = await within(0.05, (signal) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  expect(look).toMatchObject({ complaints: [], isTimedOut: true });
  expect(signals[0]?.aborted).toBe(true);
});

test('a peer that ends in time has its result', async () => {
  const look = await within(60, async () => ['a complaint']);
  expect(look).toMatchObject({ complaints: ['a complaint'], isTimedOut: false });
});

test('a program ends with the signal', async () => {
  const ending = new AbortController();
  const script =
    "process.stdout.write('begun'); setInterval(() => {}, 1000); process.on('SIGTERM', () => {});";
  const running = runPeer(process.execPath, ['-e', script], { signal: ending.signal });
  ending.abort();
  expect(typeof (await running)).toBe('string');
});
