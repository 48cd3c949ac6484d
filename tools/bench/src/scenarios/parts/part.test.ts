import { expect, test, vi } from 'vitest';
import { type ComparedPart, type Conditions, runPart } from './part.ts';

const conditions: Conditions = { seconds: (usual) => usual, times: (usual) => usual };

function partOf(turns: string[], close = async () => {}): ComparedPart {
  const values = { ours: [1, 2, 4], peer: [2, 2, 2] };
  const turn = (side: 'ours' | 'peer') => async () => {
    turns.push(side);
    return { time: values[side].shift() ?? Number.NaN };
  };
  return {
    name: 'part',
    says: 'does something',
    peer: 'a peer',
    figures: { time: { says: 'time of one', unit: 'ms', better: 'lower' } },
    prepare: async (_, bed) => {
      bed.use('part', close);
      return { ours: turn('ours'), peer: turn('peer') };
    },
  };
}

test('takes turns, ours first and then last, and reports medians with the median of the ratios', async () => {
  const turns: string[] = [];
  const onTurn = vi.fn();
  const rows = await runPart(partOf(turns), {
    conditions,
    turns: 3,
    signal: new AbortController().signal,
    onTurn,
  });
  expect(turns).toEqual(['ours', 'peer', 'peer', 'ours', 'ours', 'peer']);
  expect(onTurn.mock.calls).toEqual([[1], [2], [3]]);
  expect(rows).toEqual([
    {
      name: 'part: time of one',
      says: 'does something',
      against: 'a peer',
      unit: 'ms',
      better: 'lower',
      ours: 2,
      peer: 2,
      ratio: 1,
      ratios: [2, 1, 0.5],
    },
  ]);
});

test('a signal ends it between two measurements, and what was started is closed', async () => {
  const turns: string[] = [];
  const close = vi.fn(async () => {});
  const stop = new AbortController();
  const running = runPart(partOf(turns, close), {
    conditions,
    turns: 3,
    signal: stop.signal,
    onTurn: () => stop.abort(new Error('interrupted')),
  });
  await expect(running).rejects.toThrow('interrupted');
  expect(turns).toEqual(['ours', 'peer']);
  expect(close).toHaveBeenCalledOnce();
});

test('an absent peer is the result', async () => {
  const part: ComparedPart = { ...partOf([]), prepare: async () => ({ absent: 'no such program' }) };
  const options = { conditions, turns: 1, signal: new AbortController().signal, onTurn: () => {} };
  expect(await runPart(part, options)).toEqual({ absent: 'no such program' });
});
