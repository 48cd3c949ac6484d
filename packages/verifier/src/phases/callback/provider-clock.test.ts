import { buffer } from 'node:stream/consumers';
import { serve } from '@cascade/repository/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import type { Profile } from '../../generated/profile.ts';
import { Ended } from '../phase-context.ts';
import { happensWithin, pass } from './provider-clock.ts';

const minimal: Profile = { keys: { good: 'k' }, address: '+1', cascades: [], content: {} };

/** A provider whose clock answers with the status, and an inbox that notes how long it is waited for. */
async function start({ status = 200, ...clock }: { status?: number; settles?: true; url?: string } = {}) {
  const moves: number[] = [];
  const waits: number[] = [];
  const server = await serve(async (incoming, outgoing) => {
    moves.push(JSON.parse((await buffer(incoming)).toString()).seconds);
    outgoing.writeHead(incoming.url === '/clock' ? status : 404).end();
  });
  onTestFinished(() => server.close());
  const inbox = {
    until: async (condition: () => boolean, milliseconds: number) => {
      waits.push(milliseconds);
      return condition();
    },
  };
  const own = { method: 'POST', url: '/clock', body: { seconds: '{seconds}' }, ...clock };
  const context = {
    profile: { ...minimal, clock: own },
    target: { url: server.url },
    inbox,
    seconds: 3,
  };
  return { context, moves, waits };
}

test('time passes on the clock, but for what a callback may take', async () => {
  const { context, moves, waits } = await start();
  expect(await happensWithin(context, 10, () => moves.length > 0)).toBe(true);
  expect(moves).toEqual([7]);
  expect(waits).toEqual([3_000]);
});

test('where a callback may take all of the time, the clock is left alone', async () => {
  const { context, moves, waits } = await start();
  expect(await happensWithin(context, 2, () => false)).toBe(false);
  expect(moves).toEqual([]);
  expect(waits).toEqual([2_000]);
});

test('a clock that settles needs no time at all', async () => {
  const { context, moves, waits } = await start({ settles: true });
  expect(await happensWithin(context, 2, () => false)).toBe(false);
  expect(moves).toEqual([2]);
  expect(waits).toEqual([0]);
});

test('what has come already moves no clock', async () => {
  const { context, moves } = await start({ settles: true });
  expect(await happensWithin(context, 10, () => true)).toBe(true);
  expect(moves).toEqual([]);
});

test('with a clock that fails, all time is real', async () => {
  const { context, waits } = await start({ status: 404, settles: true });
  expect(await happensWithin(context, 10, () => false)).toBe(false);
  expect(waits).toEqual([10_000]);
  await expect(pass(context, 1)).rejects.toMatchObject({
    verdict: { kind: 'inconclusive', why: 'clock: the provider answered 404' },
  });
});

test('the clock may be elsewhere', async () => {
  const other = await start();
  const { context } = await start({ status: 404, url: `${other.context.target.url}/clock` });
  await pass(context, 5);
  expect(other.moves).toEqual([5]);
});

test('without a clock the trial ends', async () => {
  const { context } = await start();
  const { clock: _, ...profile } = context.profile;
  await expect(pass({ ...context, profile }, 1)).rejects.toBeInstanceOf(Ended);
});
