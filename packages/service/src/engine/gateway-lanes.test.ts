import { expect, test } from 'vitest';
import { createFairShare } from '../sharing/fair-share.ts';
import { createGatewayLanes, partyOf } from './gateway-lanes.ts';

function lanesAt() {
  const clock = { now: 0 };
  return { clock, lanes: createGatewayLanes({ now: () => clock.now, random: () => 0 }) };
}

/** Messages to CHATTWO, of which each call hangs for ten seconds, and as many to a healthy SMS gateway. */
test.each([2, 100])('a gateway that hangs at %i a second takes no place of another', (perSecond) => {
  const { clock, lanes } = lanesAt();
  const hanging: { readonly until: number; readonly end: () => void }[] = [];
  let most = 0;
  let refusedSms = 0;
  let asked = 0;
  for (let at = 0; at < 60_000; at += 1_000 / perSecond) {
    clock.now = at;
    while ((hanging[0]?.until ?? Number.POSITIVE_INFINITY) <= at) hanging.shift()?.end();
    const place = lanes.enter('CHATTWO', 1);
    if (place !== undefined) {
      asked += 1;
      hanging.push({ until: at + 10_000, end: () => place('failed') });
    }
    most = Math.max(most, hanging.length);
    const sms = lanes.enter('SMS', 1);
    if (sms === undefined) refusedSms += 1;
    sms?.('answered');
  }
  expect(refusedSms).toBe(0);
  // Those of the first ten seconds, and a probe after each pause.
  expect(most).toBeLessThanOrEqual(10 * perSecond);
  expect(asked).toBeLessThanOrEqual(10 * perSecond + 4);
});

test('a gateway that is back after an hour is found within a minute, and gets all that it has room for', () => {
  const { clock, lanes } = lanesAt();
  while (clock.now < 3_600_000) {
    const place = lanes.enter('SMS', 1);
    clock.now += place === undefined ? 1_000 : 100;
    place?.('failed');
  }
  expect(lanes.closed()).toEqual(['SMS']);
  clock.now += 60_000;
  expect(lanes.closed()).toEqual([]);
  const probe = lanes.enter('SMS', 1);
  expect(probe).toBeDefined();
  expect(lanes.enter('SMS', 1)).toBeUndefined();
  probe?.('answered');
  const places = Array.from({ length: 1_000 }, () => lanes.enter('SMS', 1));
  expect(places.filter((place) => place === undefined)).toEqual([]);
});

test('what an operator has paused is closed before anything was tried, and its neighbours are not', () => {
  const paused = new Set(['SMS']);
  const lanes = createGatewayLanes({ now: () => 0, random: () => 0, isPaused: (one) => paused.has(one) });
  expect(lanes.closed()).toEqual(['SMS']);
  expect(lanes.enter('SMS', 1)).toBeUndefined();
  expect(lanes.enter('CHATTWO', 1)).toBeDefined();
  paused.clear();
  expect(lanes.closed()).toEqual([]);
  expect(lanes.enter('SMS', 1)).toBeDefined();
});

test('its state names why a gateway gets nothing, and for how long', () => {
  const { clock, lanes } = lanesAt();
  for (let n = 0; n < 10; n += 1) lanes.enter('SMS', 1)?.('failed');
  expect(lanes.states()[0]).toEqual({ channel: 'SMS', state: 'paused', pausedMs: 1_000, running: 0 });
  clock.now = 1_000;
  lanes.enter('SMS', 1);
  expect(lanes.states()[0]).toEqual({ channel: 'SMS', state: 'probing', pausedMs: 0, running: 1 });
  expect(lanes.states()[1]).toMatchObject({ channel: 'CHATONE', state: 'open' });
});

test('a call that we ended ourselves says nothing about the gateway', () => {
  const { lanes } = lanesAt();
  for (let n = 0; n < 100; n += 1) lanes.enter('SMS', 1)?.('withdrawn');
  expect(lanes.closed()).toEqual([]);
  for (let n = 0; n < 10; n += 1) lanes.enter('SMS', 1)?.('failed');
  expect(lanes.closed()).toEqual(['SMS']);
});

test('one gateway without a failure leaves most places to others', () => {
  const { lanes } = lanesAt();
  const places = Array.from({ length: 8_192 }, () => lanes.enter('SMS', 1));
  const taken = places.filter((place) => place !== undefined).length;
  expect(taken).toBeGreaterThan(1_000);
  expect(taken).toBeLessThan(2_048);
  expect(lanes.enter('CHATTWO', 1)).toBeDefined();
});

test('calls that hang take no place of what an account has with another gateway, and their share leaves some to others', () => {
  const inMemory = createFairShare(4_096);
  const lanes = createGatewayLanes({ now: () => 0, random: () => 0, inMemory });
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
  const lanes = createGatewayLanes({ now: () => 0, random: () => 0, inMemory });
  inMemory.take([partyOf(1)]);
  const place = lanes.enter('SMS', 1);
  expect([inMemory.usedBy(partyOf(1)), inMemory.usedBy(partyOf(1, 'SMS'))]).toEqual([0, 1]);
  place?.('answered');
  expect([inMemory.usedBy(partyOf(1)), inMemory.usedBy(partyOf(1, 'SMS')), inMemory.used]).toEqual([1, 0, 1]);
});
