import { expect, test } from 'vitest';
import { type Beats, isTrusted, lookAtOthers, type Watch } from '../store/replica.ts';
import { type Explored, explore, testWithoutEach, Violation } from '../testing/explore.ts';
import { HeldParcels } from './held-parcels.ts';
import type { Owned, Parcel } from './performer.ts';

/**
 * All that two replicas and three events can do with each other, with the functions that decide in the
 * service, and a database that does in memory what the statements say. In ticks: a replica beats in each, if
 * it can.
 */
const patience = { silence: 3, trust: 2, gap: 1 };
/** What a replica has seen of the others when it starts. */
const unwatched: Watch = { seen: new Map(), lookedAt: Number.NEGATIVE_INFINITY };
/** Stalls, crashes, outages and lost answers of one history. */
const mostFaults = 1;
/** The replica that writes each event; of those without one, an earlier attempt failed, and they wait. */
const writers: readonly (number | undefined)[] = [0, undefined, undefined];

/** What keeps the protocol right. A test takes away one at a time. */
const guards = {
  /** A replica that has not beaten lately sends nothing. */
  trust: true,
  /** Only a replica that has looked at the others without a gap judges them. */
  gap: true,
  /** A replica that has beaten since it was judged is not released. */
  beats: true,
  /** Work of an owner that is gone is free, also if it was written after that. */
  sweep: true,
  /** What is ours and in no memory is handed back, */
  audit: true,
  /** unless the answer to its commit is under way. */
  expected: true,
  /** An entry is void once an outcome of its event was recorded. */
  turns: true,
};
type Guards = typeof guards;

/** A row of `cascade.callback_parcels`; an event that waits is one without an owner. */
interface Row {
  readonly id: string;
  owner: number | null;
  readonly event: number;
  readonly turn: number;
}

/** What a replica has in memory: `sent` until its outcome is recorded, `done` until its row is deleted. */
interface Held {
  readonly row: Row;
  readonly owner: number;
  state: 'read' | 'sent' | 'done';
}

interface Member {
  mode: 'well' | 'stalled' | 'crashed';
  /** Since when it is well. */
  wellAt: number;
  id: number;
  beatAt: number;
  watch: Watch;
  judged: readonly Beats[];
  held: Held[];
  /** Its transaction that writes an event, and how far that is. */
  writing: { readonly row: Row; state: 'begun' | 'committed' } | null;
}

interface World {
  at: number;
  faults: number;
  isOut: boolean;
  ids: number;
  living: Beats[];
  rows: Row[];
  events: { turn: number; isDone: boolean; failures: number; isWritten: boolean; isCommitted: boolean }[];
  members: Member[];
}

const begin = (): World => ({
  at: 0,
  faults: 0,
  isOut: false,
  ids: 2,
  rows: writers.flatMap((writer, event) =>
    writer === undefined ? [{ id: `e${event}.0`, owner: null, event, turn: 0 }] : [],
  ),
  living: [1, 2].map((id) => ({ id, beats: 0 })),
  events: writers.map((writer) => {
    const waits = writer === undefined;
    return { turn: 0, isDone: false, failures: waits ? 1 : 0, isWritten: waits, isCommitted: waits };
  }),
  members: [1, 2].map((id) => ({
    mode: 'well',
    wellAt: -99,
    id,
    beatAt: 0,
    watch: unwatched,
    judged: [],
    held: [],
    writing: null,
  })),
});

/**
 * The same for worlds that do not differ in what can follow: neither by the time, nor by how often replicas
 * have beaten, nor by which of two events is which.
 */
function keyOf({ at, living, rows, events, members, faults, isOut }: World): string {
  const age = (time: number, most: number) => Math.min(at - time, most);
  const hasBeaten = ({ id, beats }: Beats) => living.find((one) => one.id === id)?.beats !== beats;
  let key = `${faults}${+isOut}`;
  for (const { id } of living) key += ` ${id}`;
  for (const { mode, id, wellAt, beatAt, watch, judged, writing } of members) {
    const ages = [
      age(wellAt, patience.silence),
      age(beatAt, patience.trust),
      age(watch.lookedAt, 3 * patience.gap + 1),
    ];
    key += `,${mode[0]}${id} ${ages.join('')}`;
    for (const [other, { beats, silence }] of watch.seen)
      if (!hasBeaten({ id: other, beats })) key += `s${other} ${Math.min(silence, patience.silence)}`;
    for (const one of judged) key += `j${one.id} ${+hasBeaten(one)}`;
    if (writing !== null) key += `w${writing.row.id} ${writing.row.owner} ${writing.state}`;
  }
  const [written, ...waiting] = events.map((event, n) => {
    const { turn, isDone, failures, isWritten, isCommitted } = event;
    let ofEvent = `;${turn} ${failures}${+isDone}${+isWritten}${+isCommitted}`;
    ofEvent += listed(rows, (row) => (row.event === n ? `${row.owner} ${row.turn}` : undefined));
    for (const { held } of members)
      ofEvent += listed(held, ({ row, owner, state }) =>
        row.event === n ? `${row.turn} ${owner} ${state}` : undefined,
      );
    return ofEvent;
  });
  return key + written + waiting.sort().join('');
}

/** What is said of some, in any order. */
function listed<One>(all: readonly One[], say: (one: One) => string | undefined): string {
  const said: string[] = [];
  for (const one of all) {
    const text = say(one);
    if (text !== undefined) said.push(text);
  }
  return `/${said.length > 1 ? said.sort().join('+') : (said[0] ?? '')}`;
}

const clone = ({ living, rows, events, members, ...world }: World): World => ({
  ...world,
  living: [...living],
  rows: rows.map((row) => ({ ...row })),
  events: events.map((event) => ({ ...event })),
  members: members.map((member) => ({ ...member, held: member.held.map((held) => ({ ...held })) })),
});

const isAlive = ({ living }: World, id: number) => living.some((one) => one.id === id);

/** What replica `me` can do in a world, each step by its name. */
function stepsOf(
  world: World,
  me: number,
  guard: Guards,
): readonly (readonly [string, (next: World) => void])[] {
  const member = world.members[me] as Member;
  const steps: [string, (next: World) => void][] = [];
  const add = (name: string, step: (own: Member, next: World) => void) =>
    steps.push([`${me}: ${name}`, (next) => step(next.members[me] as Member, next)]);
  const canFail = world.faults < mostFaults;
  const fail = (name: string, step: (own: Member, next: World) => void) => {
    if (!canFail) return;
    add(name, (own, next) => {
      next.faults += 1;
      step(own, next);
    });
  };
  if (member.mode === 'crashed') return steps;
  if (member.mode === 'stalled') {
    add('wakes', (own, { at }) => void Object.assign(own, { mode: 'well', wellAt: at }));
    return steps;
  }
  fail('crashes', (own) => Object.assign(own, { mode: 'crashed', held: [], judged: [], writing: null }));
  fail('stalls', (own) => void Object.assign(own, { mode: 'stalled' }));
  member.held.forEach((held, n) => {
    if (held.state === 'read') add(`sends ${held.row.id}`, (own, next) => send(next, own, n, guard));
  });
  if (world.isOut) return steps;
  if (member.judged.length > 0) add('releases', (own, next) => release(next, own, guard));
  addWrites(world, me, { add, fail });
  member.held.forEach((held, n) => {
    if (held.state !== 'sent') return;
    const event = world.events[held.row.event];
    add(`records ${held.row.id}`, (own, next) => record(next, own, n, { isDelivered: true, guard }));
    if (event !== undefined && event.failures === 0)
      fail(`loses the answer to the failure of ${held.row.id}`, (own, next) =>
        record(next, own, n, { isDelivered: false, isLost: true, guard }),
      );
  });
  if (member.held.some(({ state }) => state === 'done'))
    add('deletes the rows of what is done', (own, next) => deleteDone(next, own));
  const free = world.rows.findIndex(({ owner }) => owner === null);
  if (free >= 0 && holds(world, member, member.id, guards)) {
    add('claims', (own, next) => claim(next, own, free, { guard }));
    fail('loses the answer to its claim', (own, next) => claim(next, own, free, { isLost: true, guard }));
  }
  if (guard.audit && world.rows.some(({ owner }) => owner === member.id))
    add('audits', (own, next) => audit(next, own, guard));
  return steps;
}

type Add = (name: string, step: (own: Member, next: World) => void) => void;

/** A write is decided, committed and answered in three steps: others do something meanwhile. */
function addWrites(world: World, me: number, { add, fail }: { readonly add: Add; readonly fail: Add }): void {
  const { writing } = world.members[me] as Member;
  if (writing === null) {
    const event = world.events.findIndex(({ isWritten }, n) => !isWritten && writers[n] === me);
    if (event < 0) return;
    add(`begins to write ${event}`, (own, next) => {
      const owner = holds(next, own, own.id, guards) ? own.id : null;
      own.writing = { row: { id: `e${event}.0`, owner, event, turn: 0 }, state: 'begun' };
      Object.assign(next.events[event] as object, { isWritten: true });
    });
    return;
  }
  const { row, state } = writing;
  const commit = (own: Member, next: World) => {
    next.rows.push({ ...row });
    Object.assign(next.events[row.event] as object, { isCommitted: true });
    own.writing = { row, state: 'committed' };
  };
  const taken = (own: Member) => {
    own.writing = null;
    if (row.owner !== null) own.held.push({ row, owner: row.owner, state: 'read' });
  };
  if (state === 'begun') {
    add(`commits ${row.id}`, commit);
    fail(`loses the answer to ${row.id}`, (own, next) => {
      commit(own, next);
      own.writing = null;
    });
  } else add(`gets the answer to ${row.id}`, taken);
}

function holds({ at }: World, { id, beatAt }: Member, held: number, guard: Guards): boolean {
  return held === id && (!guard.trust || isTrusted(beatAt, at, patience));
}

function send(world: World, own: Member, n: number, guard: Guards): void {
  const held = own.held[n] as Held;
  const { row, owner } = held;
  if (!holds(world, own, owner, guard) && (guard.trust || owner !== own.id)) {
    own.held.splice(n, 1);
    return;
  }
  if (!isAlive(world, owner)) throw new Violation(`${row.id} is sent by a replica that others have released`);
  const isTwin = (one: Held) =>
    one !== held && one.state === 'sent' && one.row.event === row.event && one.row.turn === row.turn;
  const others = world.members.flatMap((member) => member.held).filter(isTwin);
  if (others.some((one) => isAlive(world, one.owner))) throw new Violation(`${row.id} is sent by two`);
  held.state = 'sent';
}

function read(world: World, own: Member, n: number, guard: Guards): void {
  const held = own.held[n] as Held;
  const event = world.events[held.row.event];
  if (event === undefined) return;
  const isVoid = event.isDone || (guard.turns && event.turn !== held.row.turn);
  if (!isVoid) {
    // Without the fence, an entry is taken for the turn that the event has.
    own.held[n] = { ...held, row: { ...held.row, turn: event.turn }, state: 'read' };
    return;
  }
  end(world, own, n, true);
}

interface Recorded {
  readonly isDelivered: boolean;
  readonly isLost?: boolean;
  readonly guard: Guards;
}

function record(
  world: World,
  own: Member,
  n: number,
  { isDelivered, isLost = false, guard }: Recorded,
): void {
  const { row } = own.held[n] as Held;
  const event = world.events[row.event];
  if (event === undefined) return;
  const isOurs = !event.isDone && (!guard.turns || event.turn === row.turn);
  if (isOurs || (isDelivered && !event.isDone)) {
    event.isDone = isDelivered;
    event.failures += isDelivered ? 0 : 1;
    event.turn += 1;
    if (!isDelivered)
      world.rows.push({ id: `e${row.event}.${event.turn}`, owner: null, event: row.event, turn: event.turn });
  }
  end(world, own, n, !isLost);
}

/** If its outcome may not be recorded, it is handed back. */
function end(world: World, own: Member, n: number, isRecorded: boolean): void {
  const held = own.held[n] as Held;
  if (isRecorded) {
    own.held[n] = { ...held, state: 'done' };
    return;
  }
  own.held.splice(n, 1);
  give(world, held.row.id, held.owner);
}

/** Those that are still its own: by one statement, later than the outcomes. */
function deleteDone(world: World, own: Member): void {
  const done = own.held.filter(({ state }) => state === 'done');
  world.rows = world.rows.filter(
    ({ id, owner }) => !done.some((held) => held.row.id === id && held.owner === owner),
  );
  own.held = own.held.filter(({ state }) => state !== 'done');
}

function give(world: World, id: string, owner: number): void {
  for (const row of world.rows) if (row.id === id && row.owner === owner) row.owner = null;
}

/** A claim reads the event at once: a later reading could only find more entries void. */
function claim(
  world: World,
  own: Member,
  n: number,
  { isLost = false, guard }: { readonly isLost?: boolean; readonly guard: Guards },
): void {
  const row = world.rows[n] as Row;
  row.owner = own.id;
  if (!isLost) read(world, own, own.held.push({ row: { ...row }, owner: own.id, state: 'read' }) - 1, guard);
}

function audit(world: World, own: Member, guard: Guards): void {
  const owned = world.rows.filter(({ owner }) => owner === own.id).map(({ id }) => id);
  if (owned.length === 0) return;
  const parcels = new HeldParcels<Owned<Parcel>, null>();
  for (const held of own.held) if (held.owner === own.id) parcels.add(parcelOf(held), null);
  const { writing } = own;
  if (writing !== null && guard.expected) parcels.expect([parcelOf({ row: writing.row, owner: own.id })]);
  for (const id of parcels.forgotten(owned)) give(world, id, own.id);
}

function parcelOf({ row, owner }: Pick<Held, 'row' | 'owner'>): Owned<Parcel> {
  return { id: row.id, accountId: 1, owner };
}

function release(world: World, own: Member, guard: Guards): void {
  const gone = world.living.filter(({ id, beats }) =>
    own.judged.some((one) => one.id === id && (!guard.beats || one.beats === beats)),
  );
  own.judged = [];
  for (const { id, mode, wellAt } of world.members)
    if (mode === 'well' && world.at - wellAt >= patience.silence && gone.some((one) => one.id === id))
      throw new Violation('a replica is released that was never silent while the database was there');
  world.living = world.living.filter((one) => !gone.includes(one));
  for (const row of world.rows) if (gone.some(({ id }) => id === row.owner)) row.owner = null;
}

function beat(world: World, own: Member, guard: Guards): void {
  const mine = world.living.find(({ id }) => id === own.id);
  if (mine === undefined) {
    world.ids += 1;
    own.id = world.ids;
    world.living.push({ id: own.id, beats: 0 });
  } else world.living = world.living.map((one) => (one === mine ? { ...one, beats: one.beats + 1 } : one));
  own.beatAt = world.at;
  if (guard.sweep)
    for (const row of world.rows) if (row.owner !== null && !isAlive(world, row.owner)) row.owner = null;
  const others = world.living.filter(({ id }) => id !== own.id);
  const looked = lookAtOthers(own.watch, others, world.at, {
    ...patience,
    ...(!guard.gap && { gap: Number.POSITIVE_INFINITY }),
  });
  own.watch = { seen: looked.seen, lookedAt: looked.lookedAt };
  own.judged = looked.silent;
}

/**
 * The time passes. What was answered arrives within a tick; each replica that can beats.
 *
 * @param first a replica that has released what it judges before the others beat.
 */
function tick(world: World, guard: Guards, first?: Member): void {
  world.at += 1;
  const all = first === undefined ? world.members : [first, ...world.members.filter((one) => one !== first)];
  for (const member of all) {
    if (member.mode !== 'well' || world.isOut) continue;
    beat(world, member, guard);
    if (member === first) release(world, member, guard);
  }
}

/** An answer is under way, or a judgement: these do not take as long as a tick. */
function isHurried({ members, isOut }: World): boolean {
  return members.some(
    ({ mode, writing, judged }) =>
      mode === 'well' && !isOut && (writing?.state === 'committed' || judged.length > 0),
  );
}

function successors(world: World, guard: Guards): readonly (readonly [string, World])[] {
  const steps = [0, 1].flatMap((me) => stepsOf(world, me, guard));
  const all: [string, (next: World) => void][] = [
    ...steps.map(([name, step]): [string, (next: World) => void] => [name, step]),
  ];
  if (!isHurried(world)) {
    all.push(['a tick passes', (next) => tick(next, guard)]);
    for (const me of [0, 1])
      all.push([`a tick passes, ${me} is early`, (next) => tick(next, guard, next.members[me])]);
  }
  if (world.isOut) all.push(['the database is back', (next) => void Object.assign(next, { isOut: false })]);
  else if (world.faults < mostFaults)
    all.push([
      'the database is away',
      (next) => void Object.assign(next, { isOut: true, faults: next.faults + 1 }),
    ]);
  return all.map(([name, step]) => {
    const next = clone(world);
    step(next);
    return [name, next];
  });
}

/**
 * Lets a world go on without faults, everything as soon as it can be; returns the ticks until all is done.
 */
function ticksToEnd(world: World, guard: Guards, known: Map<string, number>): number {
  const next = clone(world);
  next.isOut = false;
  next.faults = mostFaults;
  for (const member of next.members)
    if (member.mode === 'stalled') Object.assign(member, { mode: 'well', wellAt: next.at });
  // Where all have crashed, one starts.
  if (next.members.every(({ mode }) => mode === 'crashed')) {
    Object.assign(next.members[0] as object, {
      mode: 'well',
      wellAt: next.at,
      id: 1_000,
      beatAt: next.at,
      watch: unwatched,
    });
    next.living.push({ id: 1_000, beats: 0 });
  }
  settle(next, guard);
  // Most worlds have come to the same by now.
  const key = keyOf(next);
  const before = known.get(key);
  if (before !== undefined) return before;
  for (let ticks = 0; ticks < 20; ticks += 1) {
    if (next.events.every(({ isCommitted, isDone }) => !isCommitted || isDone)) {
      known.set(key, ticks);
      return ticks;
    }
    tick(next, guard);
    settle(next, guard);
  }
  throw new Violation('something is never done');
}

/** Whatever can be done within a tick; a new event is not begun, and no attempt fails. */
function settle(world: World, guard: Guards): void {
  for (const member of world.members) if (member.mode === 'well' && guard.audit) audit(world, member, guard);
  for (;;) {
    const nextOf = (me: number) =>
      stepsOf(world, me, guard).find(([name]) => !/begins|failure|audits/.test(name));
    const step = nextOf(0) ?? nextOf(1);
    if (step === undefined) break;
    step[1](world);
  }
}

interface Walked extends Explored {
  readonly longestAfterCrash: number;
}

function walk(guard: Guards): Walked {
  const known = new Map<string, number>();
  let longestAfterCrash = 0;
  const explored = explore({
    first: begin(),
    keyOf,
    successors: (world) => successors(world, guard),
    check(world) {
      // Only faults can keep something from being done.
      const ticks = world.faults > 0 ? ticksToEnd(world, guard, known) : 0;
      if (world.faults === 1 && world.members.some(({ mode }) => mode === 'crashed'))
        longestAfterCrash = Math.max(longestAfterCrash, ticks);
    },
  });
  return { ...explored, longestAfterCrash };
}

test('nothing is sent by two, and nothing is forgotten', () => {
  const { counterexample, worlds, longestAfterCrash } = walk(guards);
  expect(counterexample).toBeUndefined();
  expect(worlds).toBeGreaterThan(40_000);
  // A replica that dies is released after its silence, a beat of another one, and the beat that looks next.
  expect(longestAfterCrash).toBeLessThanOrEqual(patience.silence + 1);
}, 300_000);

testWithoutEach(guards, walk);
