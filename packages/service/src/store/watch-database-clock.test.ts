import { expect, onTestFinished, test, vi } from 'vitest';
import { heardLog } from '../testing/heard-log.ts';
import { type DatabaseClock, watchDatabaseClock, whenSetBack } from './database-clock.ts';

/** A clock that reads these steps, one after the other, and then none. */
function steppingClock(steps: readonly (number | Error)[]) {
  const state = { ahead: 0 };
  const left = [...steps];
  const clock: DatabaseClock = {
    now: () => new Date(),
    get ahead() {
      return state.ahead;
    },
    async read() {
      const step = left.shift() ?? 0;
      if (step instanceof Error) throw step;
      state.ahead -= step;
      return step;
    },
  };
  return { clock, left };
}

test('logs each step, and when the clocks begin and cease to differ; goes on after an error', async () => {
  const { clock, left } = steppingClock([0.2, -7_200, 0, new Error('away'), 7_200]);
  const log = heardLog();
  const steps: number[] = [];
  const watch = watchDatabaseClock({
    clock,
    log,
    pause: 1,
    onRead: async (seconds) => void steps.push(seconds),
  });
  onTestFinished(watch.stop);
  await vi.waitFor(() => expect(left).toEqual([]), 20_000);
  await watch.stop();
  expect(steps.slice(0, 4)).toEqual([0.2, -7_200, 0, 7_200]);
  expect(log.warn.mock.calls.map(([, message]) => message)).toEqual([
    'the clock of the database was set',
    "this machine's clock differs from the database's: check the time service of both",
    'the clock of the database was set',
  ]);
  expect(log.info).toHaveBeenCalledOnce();
});

test('says at the start that a machine is two hours off', async () => {
  const log = heardLog();
  const clock = { ...steppingClock([]).clock, ahead: 7_200 };
  const watch = watchDatabaseClock({ clock, log, onRead: async () => {} });
  await watch.stop();
  expect(log.warn).toHaveBeenCalledWith({ ahead: 7_200 }, expect.stringContaining('differs'));
});

test('after a step back, what waits is moved with twenty readings: transactions of before it write on', async () => {
  let moves = 0;
  let isAway = false;
  const onRead = whenSetBack(async () => {
    if (isAway) throw new Error('away');
    moves += 1;
  });
  for (const seconds of [0.2, -0.9, 7_200]) await onRead(seconds);
  expect(moves, 'after the start').toBe(1);
  isAway = true;
  await expect(onRead(-7_200)).rejects.toThrow('away');
  isAway = false;
  for (let reading = 0; reading < 30; reading += 1) await onRead(0);
  expect(moves).toBe(21);
});

test('a move that takes long is not begun again meanwhile, and what fails is', async () => {
  const gate = Promise.withResolvers<void>();
  let moves = 0;
  const onRead = whenSetBack(() => {
    moves += 1;
    return moves === 1 ? gate.promise : Promise.resolve();
  });
  const first = onRead(0);
  await onRead(0);
  expect(moves).toBe(1);
  gate.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  for (let reading = 0; reading < 3; reading += 1) await onRead(0);
  expect(moves).toBe(2);
});
