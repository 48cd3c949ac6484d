import { expect, test } from 'vitest';
import { readSchedule } from './read-schedule.ts';
import { simulate } from './simulate.ts';

const run = (name: string, seconds: number, signal = new AbortController().signal) => {
  const schedule = readSchedule(name);
  // A run of seconds has no time for a fault of the middle.
  const faults = schedule.faults.map((entry) => ({ ...entry, for: [1_000, 1_000] as const }));
  const load = schedule.load.filter(({ account }) => account === 'many');
  const options = { seed: 7, duration: seconds * 1_000, signal, say: () => {} };
  return simulate({ ...schedule, replicas: 1, faults, load }, options);
};

test.concurrent.for(['once', 'once-smpp'])(
  '%s: sends each message once while accounts are locked around the request',
  async (name, { expect }) => {
    const outcome = await run(name, 3);
    expect(outcome?.findings).toEqual([]);
    expect(outcome?.figures.acknowledged).toBeGreaterThan(100);
    expect(outcome?.figures.gateway).toMatchObject({ repeats: 0, withoutId: 0 });
  },
);

test('a run that is cut ends without a verdict', async () => {
  const stop = new AbortController();
  const running = run('once', 600, stop.signal);
  stop.abort();
  expect(await running).toBeUndefined();
});
