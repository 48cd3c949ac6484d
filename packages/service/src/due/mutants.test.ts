import { readFileSync } from 'node:fs';
import { load, mutantsOf } from '@cascade/repository/test-kit/mutate-source';
import { expect, test } from 'vitest';
import type * as shares from '../sharing/fair-share.ts';
import type * as circuits from './circuit.ts';
import type * as ownerships from './ownership.ts';

/**
 * The laws of what decides whose work is taken: shares, claims by account, and pauses. Every mutant breaks
 * one.
 */
type Laws<Module> = (module: Module) => readonly unknown[];

const lawsOfShares: Laws<typeof shares> = ({ createFairShare, partyOf, quarterOf }) => {
  const fill = (share: shares.FairShare, party: string) => {
    let count = 0;
    for (; count < 200 && share.grants([party]); count += 1) share.take([party]);
    return count;
  };
  const share = createFairShare(100);
  const first = [fill(share, 'one'), fill(share, 'two'), share.spare(['one']), share.spare(['new', 'three'])];
  const used = [share.used, share.usedBy('one'), share.usedBy('new'), share.isFull];
  // The last quarter is left to parties without a place, one each.
  const others = Array.from({ length: 200 }, (_, at) => fill(share, `${at}`));
  const full = [share.used, share.isFull, share.grants(['late']), share.grants(['one', 'late'])];
  share.give(['one'], 14);
  share.give(['one']);
  const after = [
    share.used,
    share.spare(['new']),
    share.usedBy('one'),
    share.grants(['one']),
    share.grants(['one', 'two']),
  ];
  const forced = createFairShare(8, { besides: 4 });
  forced.take(['one'], 4, false);
  const free = [forced.used, forced.grants(['one']), forced.grants(['two'])];
  forced.take(['one'], 2, false);
  const beyond = forced.used;
  forced.give(['one'], 6, false);
  const plain = createFairShare(8);
  plain.take(['one'], 1, false);
  // With a quota of its own, a party gets that, as long as there is any.
  const fixed = createFairShare(10, { ofParty: 6 });
  const quotas = [fixed.spare(['one'])];
  fixed.take(['one'], 5);
  quotas.push(fixed.spare(['one']), fixed.spare(['two']));
  fixed.take(['two'], 5);
  quotas.push(fixed.spare(['one']), fixed.spare(['three']));
  return [
    ...first,
    ...used,
    others.reduce((sum, each) => sum + each, 0),
    ...full,
    ...after,
    ...free,
    beyond,
    forced.used,
    forced.usedBy('one'),
    plain.used,
    ...quotas,
    [-1, 0, 1, 3, 4, 8, 11].map(quarterOf),
    [partyOf(1), partyOf(1, 'SMS'), partyOf(12)],
  ];
};

const lawsOfPauses: Laws<typeof circuits> = ({ createCircuit }) => {
  const settings = { failures: 6, shortestPause: 100, longestPause: 1_000 };
  const circuit = createCircuit(settings, () => 0.5);
  const seen: unknown[] = [
    circuit.untouched,
    circuit.isLimiting,
    circuit.pausedUntil,
    circuit.concurrency(0),
  ];
  const look = (now: number) =>
    seen.push(circuit.concurrency(now), circuit.isLimiting, circuit.untouched, circuit.pausedUntil);
  const fail = (now: number, took = 1) => {
    circuit.failed(now, took);
    look(now);
  };
  for (const at of [1, 2, 3, 4, 5, 6]) fail(at);
  // An attempt that was under way prolongs nothing; each probe that fails doubles the pause.
  fail(50);
  for (const at of [108, 111, 738, 2_000, 4_000]) fail(at);
  look(circuit.pausedUntil);
  circuit.probeNow();
  look(4_001);
  circuit.succeeded();
  look(4_002);
  fail(4_003, 4_999);
  circuit.succeeded();
  fail(4_004, 5_000);
  fail(4_005);
  circuit.succeeded();
  fail(4_006);
  circuit.open(4_007);
  look(4_007);
  // It is open already: the pause under way stays, and later ones are as long as after a failed probe.
  circuit.open(4_010);
  look(4_010);
  circuit.open(4_200);
  look(4_200);
  for (let at = 5_000; at < 5_008; at += 1) fail(at);
  circuit.open(9_000);
  look(9_000);
  return seen;
};

const lawsOfClaims: Laws<typeof ownerships> = ({ createOwnership }) => {
  const room = new Set([1, 2, 3]);
  const replica = { id: 7, isTrusted: true, holds: () => replica.isTrusted };
  let wakes = 0;
  let isFull = false;
  const ownership = createOwnership({
    replica,
    hasRoom: (accountId) => room.has(accountId),
    isFull: () => isFull,
    wake() {
      wakes += 1;
    },
  });
  const seen: unknown[] = [];
  const look = () =>
    seen.push(
      [1, 2, 3].map((accountId) => ownership.ownerOf(accountId)),
      wakes,
    );
  look();
  room.delete(1);
  look();
  ownership.freed(1);
  room.add(1);
  // Behind until it is claimed.
  look();
  ownership.freed(2);
  ownership.freed(1);
  look();
  ownership.claimed({ accountIds: [2], notNow: [], isMore: true });
  look();
  ownership.claimed({ accountIds: [], notNow: [1], isMore: false });
  look();
  ownership.claimed({ accountIds: [1], notNow: [], isMore: false });
  look();
  isFull = true;
  room.clear();
  look();
  ownership.freed(4);
  room.add(4);
  ownership.freed(4);
  ownership.freed(4);
  look();
  for (const accountId of [1, 2, 3]) room.add(accountId);
  ownership.claimed({ accountIds: [], notNow: [], isMore: false });
  replica.isTrusted = false;
  look();
  replica.isTrusted = true;
  ownership.claimed({ accountIds: [], notNow: [], isMore: false });
  ownership.stop();
  look();
  return seen;
};

/** JSON has no infinity. */
function asText(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? `${value}` : value;
}

/** What the laws find in each. */
const modules = {
  '../sharing/fair-share.ts': {
    laws: lawsOfShares,
    found:
      '[15,12,0,12,27,15,0,false,73,100,true,false,false,85,1,0,true,false,0,false,true,2,0,0,1,6,1,5,0,0,[0,0,1,1,1,2,2],["1 ","1 SMS","12 "]]',
  },
  './circuit.ts': {
    laws: lawsOfPauses,
    found:
      '[true,false,"-Infinity","Infinity","Infinity",false,false,"-Infinity","Infinity",false,false,"-Infinity","Infinity",false,false,"-Infinity","Infinity",false,false,"-Infinity","Infinity",false,false,"-Infinity",0,true,false,111,0,true,false,111,0,true,false,111,0,true,false,321,0,true,false,1158,0,true,false,2840,0,true,false,5050,1,true,false,5050,1,true,false,"-Infinity","Infinity",false,true,"-Infinity","Infinity",false,false,"-Infinity","Infinity",false,false,"-Infinity",0,true,false,4110,"Infinity",false,false,"-Infinity",0,true,false,4112,0,true,false,4112,0,true,false,4410,0,true,false,5420,0,true,false,5420,0,true,false,5420,0,true,false,5420,0,true,false,5420,0,true,false,5420,0,true,false,5420,0,true,false,5420,0,true,false,9840]',
  },
  './ownership.ts': {
    laws: lawsOfClaims,
    found:
      '[[7,7,7],0,[null,7,7],1,[null,7,7],1,[null,7,7],2,[null,null,7],2,[null,7,7],2,[7,7,7],2,[null,null,null],5,[null,null,null],6,[null,null,null],9,[null,null,null],12]',
  },
} as const;

test.each(Object.entries(modules))('%s keeps its laws, and no mutant of it does', (path, { laws, found }) => {
  const source = readFileSync(new URL(path, import.meta.url), 'utf8');
  const of = (text: string) => JSON.stringify((laws as Laws<unknown>)(load([text])), asText);
  const kept = of(source);
  expect(kept).toBe(found);
  const survivors = mutantsOf(source).filter((mutant) => {
    try {
      return of(mutant.source) === kept;
    } catch {
      return false;
    }
  });
  expect(survivors.map(({ id }) => id).filter((id) => !(id in equivalent))).toEqual([]);
});

/** Mutants that do the same, and why. */
const equivalent: Readonly<Record<string, string>> = {
  'add: if (count > 0) counts.set(party, count);…nts.delete(party); → counts.set(party, count);':
    'a party without a place is not forgotten, which only costs memory',
  'add: count > 0 → count >= 0': 'the same',
  'createCircuit: 0 → 1 #2': 'twice of it is shorter than the shortest pause',
  'createCircuit: 0 → 1 #6': 'shorter than the shortest pause',
  'createCircuit: 0 → 1 #7': 'the same',
};
