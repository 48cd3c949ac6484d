import { expect, test } from 'vitest';
import { createReferences } from './create-references.ts';

test('a repeated attempt has the same reference, whatever came between', () => {
  const referenceFor = createReferences({ bits: 8 });
  const first = { address: '1', attemptId: 'a', start: 0x1ff };
  expect(referenceFor(first)).toBe(0xff);
  expect(referenceFor({ address: '1', attemptId: 'b', start: 0x2ff })).toBe(0);
  expect(referenceFor({ address: '2', attemptId: 'c', start: 0x2ff })).toBe(0xff);
  expect(referenceFor(first)).toBe(0xff);
  expect(referenceFor({ address: '1', attemptId: 'b', start: 0x2ff })).toBe(0);
});

test.each([8, 16] as const)('no two of the latest texts to a number share one of %i bits', (bits) => {
  const referenceFor = createReferences({ bits });
  const all = Array.from({ length: 600 }, (_, at) =>
    referenceFor({ address: '1', attemptId: `${at}`, start: Math.floor(at / 3) }),
  );
  for (let at = 0; at + 256 <= all.length; at += 1) expect(new Set(all.slice(at, at + 256)).size).toBe(256);
});

test('searches on from the last reference at the first', () => {
  const referenceFor = createReferences({ bits: 16 });
  const start = 0xffff;
  expect(['a', 'b'].map((attemptId) => referenceFor({ address: '1', attemptId, start }))).toEqual([start, 0]);
});

test('forgets the oldest attempts only', () => {
  const referenceFor = createReferences({ bits: 8, most: 10 });
  const attempt = (n: number) => ({ address: `${n % 3}`, attemptId: `${n}`, start: 0 });
  const all = Array.from({ length: 100 }, (_, n) => referenceFor(attempt(n)));
  for (let n = 0; n + 9 < 100; n += 1) {
    const ofNumber = [n, n + 3, n + 6, n + 9].map((other) => all[other]);
    expect(new Set(ofNumber).size).toBe(ofNumber.length);
  }
  const latest = Array.from({ length: 10 }, (_, n) => 90 + n);
  expect(latest.map((n) => referenceFor(attempt(n)))).toEqual(all.slice(90));
  expect(referenceFor({ address: 'other', attemptId: 'x', start: 0 })).toBe(0);
});
