import { expect, test } from 'vitest';
import { createFairShare } from '../sharing/fair-share.ts';
import { createOwnership } from './ownership.ts';

function setUp(limit = 100) {
  const share = createFairShare(limit);
  const replica = { id: 1, isTrusted: true, holds: () => replica.isTrusted };
  let wakes = 0;
  const ownership = createOwnership({
    replica,
    hasRoom: (accountId) => share.grants([`${accountId}`]),
    isFull: () => share.isFull,
    wake() {
      wakes += 1;
    },
  });
  const fill = (accountId: number) => {
    while (share.grants([`${accountId}`])) share.take([`${accountId}`]);
  };
  const free = (accountId: number, places = 1) => {
    share.give([`${accountId}`], places);
    ownership.freed(accountId);
  };
  /** How often it has asked for a claim since the last time. */
  const wakesSince = () => {
    const since = wakes;
    wakes = 0;
    return since;
  };
  return { ...ownership, replica, share, fill, free, wakesSince };
}

test('an account without room is behind until its work is claimed, and others are not', () => {
  const { ownerOf, claimed, fill, free } = setUp();
  fill(1);
  expect([ownerOf(1), ownerOf(2)]).toEqual([null, 1]);
  free(1, 10);
  // What was written before comes first.
  expect(ownerOf(1)).toBeNull();
  claimed({ accountIds: [1], notNow: [], isMore: true });
  expect(ownerOf(1)).toBeNull();
  claimed({ accountIds: [], notNow: [1], isMore: false });
  expect(ownerOf(1)).toBeNull();
  claimed({ accountIds: [1], notNow: [], isMore: false });
  expect([ownerOf(1), ownerOf(2)]).toEqual([1, 1]);
});

test('an account of which more may wait in the database is behind, also if another replica wrote it', () => {
  const { ownerOf, claimed } = setUp();
  claimed({ accountIds: [1], notNow: [], isMore: true });
  expect([ownerOf(1), ownerOf(2)]).toEqual([null, 1]);
});

test('asks for a claim once an account that is behind has room, and not for each write or each end', () => {
  const { ownerOf, fill, free, wakesSince } = setUp();
  fill(1);
  ownerOf(1);
  ownerOf(1);
  expect(wakesSince()).toBe(1);
  fill(2);
  free(2);
  expect(wakesSince()).toBe(0);
  free(1, 10);
  expect(wakesSince()).toBe(1);
});

test('asks for a claim once any account makes room, if another one found none at all', () => {
  const { ownerOf, share, free, wakesSince } = setUp(8);
  for (let account = 1; !share.isFull; account += 1) share.take([`${account}`]);
  expect(ownerOf(9)).toBeNull();
  wakesSince();
  free(1);
  expect(wakesSince()).toBe(1);
  free(2);
  expect(wakesSince()).toBe(0);
});

test('a replica that others may have released owns nothing new, nor does a replica that stops', () => {
  const { ownerOf, claimed, replica, stop } = setUp();
  replica.isTrusted = false;
  expect(ownerOf(1)).toBeNull();
  replica.isTrusted = true;
  claimed({ accountIds: [], notNow: [], isMore: false });
  expect(ownerOf(1)).toBe(1);
  stop();
  expect(ownerOf(1)).toBeNull();
});
