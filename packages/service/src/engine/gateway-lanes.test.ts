import { expect, test } from 'vitest';
import { GatewayLane } from '../gateways/gateway-lane.ts';
import { createFairShare, partyOf } from '../sharing/fair-share.ts';
import { createGatewayLanes } from './gateway-lanes.ts';

test('what an operator has paused is closed before anything was tried, and its neighbours are not', () => {
  const paused = new Set(['SMS']);
  const lanes = createGatewayLanes({ isPaused: (one) => paused.has(one) });
  expect(lanes.closed()).toEqual(['SMS']);
  expect(lanes.enter('SMS', 1)).toBeUndefined();
  expect(lanes.enter('CHATTWO', 1)).toBeDefined();
  paused.clear();
  expect(lanes.closed()).toEqual([]);
  expect(lanes.enter('SMS', 1)).toBeDefined();
});

test('a gateway without a link is closed, and its state says so', () => {
  const away = new GatewayLane({ hasLink: true });
  const open = new GatewayLane();
  const lanes = createGatewayLanes({ laneOf: (channel) => (channel === 'SMS' ? away : open) });
  expect(lanes.closed()).toEqual(['SMS']);
  expect(lanes.enter('SMS', 1)).toBeUndefined();
  expect(lanes.states()[0]).toMatchObject({ channel: 'SMS', state: 'away', running: 0 });
  away.linkUp();
  expect(lanes.closed()).toEqual([]);
  lanes.enter('SMS', 1);
  expect(lanes.states()[0]).toMatchObject({ channel: 'SMS', state: 'open', running: 1 });
});

test('one gateway leaves most places to others', () => {
  const lanes = createGatewayLanes();
  const places = Array.from({ length: 8_192 }, () => lanes.enter('SMS', 1));
  expect(places.filter((place) => place !== undefined)).toHaveLength(1_365);
  expect(lanes.enter('CHATTWO', 1)).toBeDefined();
});

test('a gateway that accounts have filled has room for an account that has nothing there', () => {
  const lanes = createGatewayLanes();
  for (let accountId = 1; accountId <= 5; accountId += 1) while (lanes.enter('SMS', accountId));
  expect(lanes.states()[0]?.running).toBeGreaterThanOrEqual(1_365);
  expect(lanes.closed([1, 6])).toEqual([partyOf(1, 'SMS')]);
  expect(lanes.enter('SMS', 1)).toBeUndefined();
  expect(lanes.enter('SMS', 6)).toBeDefined();
});

test('calls that hang take no place of what an account has with another gateway, and their share leaves some to others', () => {
  const inMemory = createFairShare(4_096);
  const lanes = createGatewayLanes({ inMemory });
  const begin = (accountId: number, channel: string) => {
    if (!inMemory.grants([partyOf(accountId)])) return 'no room';
    inMemory.take([partyOf(accountId)]);
    if (lanes.enter(channel, accountId) !== undefined) return 'sent';
    inMemory.give([partyOf(accountId)]);
    return 'refused';
  };
  const begun = Array.from({ length: 1_000 }, () => begin(1, 'CHATTWO'));
  expect(begun.filter((one) => one === 'sent')).toHaveLength(614);
  // Their stages begin all the same.
  expect(begun.at(-1)).toBe('refused');
  expect(lanes.closed([1, 2])).toEqual([partyOf(1, 'CHATTWO')]);
  expect([begin(1, 'SMS'), begin(2, 'CHATTWO'), begin(2, 'SMS')]).toEqual(['sent', 'sent', 'sent']);
});

test("after its call, a message counts as its account's again", () => {
  const inMemory = createFairShare(4_096);
  const lanes = createGatewayLanes({ inMemory });
  inMemory.take([partyOf(1)]);
  const leave = lanes.enter('SMS', 1);
  expect([inMemory.usedBy(partyOf(1)), inMemory.usedBy(partyOf(1, 'SMS'))]).toEqual([0, 1]);
  leave?.();
  expect([inMemory.usedBy(partyOf(1)), inMemory.usedBy(partyOf(1, 'SMS')), inMemory.used]).toEqual([1, 0, 1]);
});
