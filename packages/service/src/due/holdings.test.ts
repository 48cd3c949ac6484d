import { expect, test } from 'vitest';
import { createFairShare } from '../sharing/fair-share.ts';
import { createHoldings } from './holdings.ts';
import type { Parcel } from './parcels.ts';

const entries = ['one', 'two'].map((eventId) => ({ eventId, turn: 0 }));
const parcel: Parcel = { id: 'parcel', accountId: 1, owner: 1, isFirst: true, entries };
const event = (eventId: string, of = parcel) => ({ parcel: of, eventId });

function held() {
  const lost = { connections: 0 };
  const breaks = () => lost.connections;
  const holdings = createHoldings({
    breaks,
    share: createFairShare(100),
    onTaken() {},
    onLetGo() {},
    onFreed() {},
  });
  holdings.take([parcel]);
  return { holdings, lost };
}

test('a parcel is done with the last of its events', () => {
  const { holdings } = held();
  expect(holdings.completedBy([event('one')])).toEqual([]);
  holdings.letGo(event('one'), true);
  expect(holdings.completedBy([event('two')])).toEqual(['parcel']);
  holdings.letGo(event('two'), true);
  expect(holdings.takeGivenUp()).toEqual([]);
  expect(holdings.events).toBe(0);
});

test('a parcel of which an event was not recorded is given up', () => {
  const { holdings } = held();
  holdings.letGo(event('one'), false);
  expect(holdings.completedBy([event('two')])).toEqual([]);
  holdings.letGo(event('two'), true);
  expect(holdings.takeGivenUp()).toEqual([parcel]);
  expect(holdings.takeGivenUp()).toEqual([]);
});

test('so is one if a connection was lost since it was taken: its other outcomes may be lost with a server', () => {
  const { holdings, lost } = held();
  holdings.letGo(event('one'), true);
  lost.connections += 1;
  expect(holdings.completedBy([event('two')])).toEqual([]);
  holdings.letGo(event('two'), true);
  expect(holdings.takeGivenUp()).toEqual([parcel]);
});

test('and one whose last events end in two commits at once, of which none deletes it', () => {
  const { holdings } = held();
  expect([holdings.completedBy([event('one')]), holdings.completedBy([event('two')])]).toEqual([[], []]);
  for (const id of ['one', 'two']) holdings.letGo(event(id), true);
  expect(holdings.takeGivenUp()).toEqual([parcel]);
});

test('a parcel that is neither held nor being written was forgotten', () => {
  const { holdings } = held();
  const written = { ...parcel, id: 'written' };
  holdings.expect([written]);
  expect(holdings.forgotten(['parcel', 'written', 'lost'])).toEqual(['lost']);
  holdings.expectNoMore([written]);
  expect(holdings.forgotten(['written'])).toEqual(['written']);
});

test('the same parcel under another owner is another one', () => {
  const { holdings } = held();
  const again = { ...parcel, owner: 2 };
  holdings.take([again]);
  for (const id of ['one', 'two']) holdings.letGo(event(id), false);
  expect(holdings.takeGivenUp()).toEqual([parcel]);
  expect(holdings.completedBy([event('one', again), event('two', again)])).toEqual(['parcel']);
});

test('resolves once nothing is held', async () => {
  const { holdings } = held();
  const drained = holdings.drained();
  for (const id of ['one', 'two']) holdings.letGo(event(id), true);
  await drained;
  await holdings.drained();
});
