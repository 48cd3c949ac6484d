import { expect, test } from 'vitest';
import { HeldParcels } from './held-parcels.ts';
import type { Owned, Parcel } from './performer.ts';

const parcel = { id: 'parcel', accountId: 1, owner: 1 };

function held() {
  const parcels = new HeldParcels<Owned<Parcel>, string>();
  parcels.add(parcel, 'under way');
  return parcels;
}

test('a parcel that is neither held nor being written was forgotten', () => {
  const parcels = held();
  const written = { ...parcel, id: 'written' };
  parcels.expect([written]);
  expect(parcels.forgotten(['parcel', 'written', 'lost'])).toEqual(['lost']);
  parcels.expectNoMore([written]);
  expect(parcels.forgotten(['written'])).toEqual(['written']);
});

test('a parcel that did not end is handed back, once', () => {
  const parcels = held();
  parcels.remove(parcel, false);
  expect([parcels.takeHandedBack(), parcels.takeHandedBack()]).toEqual([[parcel], []]);
  const another = held();
  another.remove(parcel, true);
  expect(another.takeHandedBack()).toEqual([]);
});

test('the same parcel under another owner is another one', () => {
  const parcels = held();
  const again = { ...parcel, owner: 2 };
  parcels.add(again, 'again');
  parcels.remove(parcel, false);
  expect(parcels.takeHandedBack()).toEqual([parcel]);
  expect([parcels.stateOf(parcel), parcels.stateOf(again)]).toEqual([undefined, 'again']);
});
