import { expect, test } from 'vitest';
import { newEventId } from './event-id.ts';

test('ids are UUIDs of version 7 (RFC 9562)', () => {
  for (let n = 0; n < 2_000; n += 1)
    expect(newEventId()).toMatch(/^evt_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(newEventId(1_645_557_742_000)).toMatch(/^evt_017f22e2-79b0-7/);
});

test('none is given twice, and those of a later millisecond come later', () => {
  const at = 1_700_000_000_000;
  const ids = Array.from({ length: 20_000 }, (_, n) => newEventId(at + (n >> 2)));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((_, n) => n % 4 === 0)).toEqual(ids.filter((_, n) => n % 4 === 0).toSorted());
});
