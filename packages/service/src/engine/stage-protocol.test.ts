import { accepted, attemptAt, type CascadeState, type Holder } from '@cascade/transition';
import { factsOf, stageOf } from '@cascade/transition/testing';
import { expect, test } from 'vitest';
import { stageParcels } from '../due/stage-parcels.ts';
import { explore, testWithoutEach, Violation } from '../testing/explore.ts';
import { applyEvent } from './apply-batch.ts';
import { createRun } from './cascade-run.ts';
import type { EngineEvent } from './events.ts';
import { reportsOfReceipt, reportsOfResult } from './gateway-reports.ts';

/**
 * All that two replicas can do with the three pieces of work of a message: its first stage, the timer of
 * that, and its second stage. The engine decides as in the service; a database does in memory what the
 * statements say. Which replica may count as dead is explored by `due/protocol.test.ts`: here, only a silent
 * replica is released.
 */
const plan = [stageOf({ ttlSeconds: 60, price: 3 }), stageOf({ channel: 'CHATONE', price: 5 })];
/** Stalls, crashes, lost answers and failures of one history. */
const mostFaults = 1;

/** What keeps the protocol right. A test takes away one at a time. */
const guards = {
  /** While a living replica holds an attempt, no other one sends it. */
  holder: true,
  /** A replica that was released becomes no holder. */
  alive: true,
  /** A replica that has not beaten lately sends nothing. */
  trust: true,
  /** A turn of the replica that has ended holds nothing. */
  turns: true,
  /** The attempt is committed before it is sent. */
  first: true,
  /** What a gateway answered is kept until it is committed. */
  kept: true,
  /** A status and the work that follows from it are one commit. */
  together: true,
  /** Work is in the database until what became of it is. */
  reminder: true,
  /** What is ours and in no memory is handed back. */
  audit: true,
};
type Guards = typeof guards;

/** A row of `cascade.stage_parcels`. */
interface Row {
  readonly id: string;
  readonly queue: 'stage' | 'timer';
  readonly position: number;
  owner: number | null;
  isDue: boolean;
}

/** Work in the memory of a replica. */
interface Held {
  readonly row: Row;
  state: 'read' | 'begun' | 'sent' | 'answered' | 'failed' | 'left' | 'done';
  holder: Holder | null;
  attemptId: string;
  answer: 'SENT' | 'UNDELIVERED' | null;
  /** Rows that are to be written in another commit than what they follow from. */
  later: readonly Row[];
}

interface Member {
  mode: 'well' | 'stalled' | 'crashed';
  id: number;
  /** Whether it takes itself for alive. */
  isTrusted: boolean;
  underWay: number[];
  held: Held[];
}

/** The gateway got an attempt. `by` may have crashed since: then what became of it is unknown. */
interface Send {
  readonly position: number;
  readonly attemptId: string;
  readonly by: number;
  isOver: boolean;
}

interface World {
  faults: number;
  /** Ids of replicas, turns, attempts and rows: each is new. */
  ids: number;
  living: number[];
  state: CascadeState;
  rows: Row[];
  sends: Send[];
  members: Member[];
}

const first: World = {
  faults: 0,
  ids: 2,
  living: [1, 2],
  state: accepted(1, plan),
  sends: [],
  rows: [{ id: 'first', queue: 'stage', position: 1, owner: null, isDue: true }],
  members: [1, 2].map((id) => ({ mode: 'well', id, isTrusted: true, underWay: [], held: [] })),
};

const clone = ({ living, rows, sends, members, ...world }: World): World => ({
  ...world,
  living: [...living],
  rows: rows.map((row) => ({ ...row })),
  sends: sends.map((send) => ({ ...send })),
  members: members.map((member) => ({
    ...member,
    underWay: [...member.underWay],
    held: member.held.map((held) => ({ ...held })),
  })),
});

/** Ids count by what they are the same as. */
function keyOf(world: World): string {
  const [one, other] = [world.members, world.members.toReversed()].map((members) =>
    nameOf({ ...world, members }),
  );
  return one !== undefined && other !== undefined && one < other ? one : `${other}`;
}

function nameOf({ ids: _ids, state, ...world }: World): string {
  const names = new Map<unknown, number>([[null, 0]]);
  const name = (id: unknown) => {
    if (!names.has(id)) names.set(id, names.size);
    return names.get(id);
  };
  const nameHolder = (holder: Holder | null) => [name(holder?.replica ?? null), name(holder?.turn ?? null)];
  const members = world.members.map(({ id, held, underWay, ...member }) => [
    [member, name(id), underWay.map(name)],
    held.map(({ row, holder, attemptId, later, ...one }) => [
      [one, name(row.id), row.queue, row.position, name(row.owner)],
      [name(attemptId), ...nameHolder(holder), later.length],
    ]),
  ]);
  const attempts = state.attempts.map(({ id, position, status, holder }) => [
    name(id),
    position,
    status,
    ...nameHolder(holder),
  ]);
  const rows = world.rows.map(({ id, owner, ...row }) => [row, name(id), name(owner)]);
  const sends = world.sends.map(({ attemptId, by, ...one }) => [one, name(attemptId), name(by)]);
  return JSON.stringify([
    state.phase,
    world.faults,
    members,
    attempts,
    rows,
    sends,
    world.living.map(name).sort(),
  ]);
}

type Step = readonly [string, (next: World) => void];

const at = new Date('2026-11-26T12:00:00Z');
const message = { accountId: 1, messageId: 1 };

/** Applies an event in a transaction. Returns what is left to do, and the rows that follow. */
function commit(world: World, own: Member, event: EngineEvent, guard: Guards) {
  const holderOf = ({ holder }: { readonly holder: Holder | null }) =>
    guard.holder && holder !== null && world.living.includes(holder.replica) ? holder : null;
  const run = createRun({
    accountId: 1,
    address: '+12025550199',
    addressType: 'PHONE',
    duplicate: false,
    reportedStatuses: null,
    content: {},
    isHeavy: false,
    traceparent: null,
    acceptedAt: at,
    mayBeHeld: !guard.alive || !('holder' in event) || world.living.includes(event.holder.replica),
    state: {
      ...world.state,
      attempts: world.state.attempts.map((attempt) => ({ ...attempt, holder: holderOf(attempt) })),
    },
  });
  const facts = { counted: new Map(), countTemplate() {}, factsOf: () => factsOf() };
  const applied = applyEvent(run, event, facts, {
    lengthLimits: {},
    withoutGateway: [],
    withOptOuts: [],
    giveUpSeconds: 86_400,
    now: () => at,
    isUnderWay: ({ replica, turn }) => !guard.turns || replica !== own.id || own.underWay.includes(turn),
  });
  world.state = run.state;
  const rows = stageParcels(run.followups).map(({ queue, position, delayMs }): Row => {
    world.ids += 1;
    const owner = delayMs === 0 && own.isTrusted ? own.id : null;
    return { id: `${world.ids}`, queue, position, owner, isDue: delayMs === 0 };
  });
  return { applied, rows };
}

/** What the commit says is to be done. @param isLost its answer is: then what it wrote is in no memory. */
function write(world: World, own: Member, rows: readonly Row[], isLost = false): void {
  world.rows.push(...rows.map((row) => ({ ...row })));
  if (!isLost) for (const row of rows) if (row.owner === own.id) hold(own, row);
}

function hold(own: Member, row: Row): void {
  own.held.push({ row: { ...row }, state: 'read', holder: null, attemptId: '', answer: null, later: [] });
}

function apply(world: World, own: Member, held: Held, event: EngineEvent, guard: Guards, isLost = false) {
  const { applied, rows } = commit(world, own, event, guard);
  if (guard.together) write(world, own, rows, isLost);
  else held.later = rows;
  return applied;
}

function stageDue(held: Held, holder: Holder): EngineEvent {
  const { position } = held.row;
  return { kind: 'stage-due', ...message, position, attemptId: held.attemptId, holder, at };
}

/** The commit before the send. */
function beginStage(world: World, own: Member, held: Held, guard: Guards, isLost = false): void {
  world.ids += 2;
  const holder = { replica: own.id, turn: world.ids };
  Object.assign(held, { holder, attemptId: `a${world.ids - 1}` });
  own.underWay.push(holder.turn);
  if (!guard.first) {
    if (!isLost) held.state = 'begun';
    return;
  }
  const { send, isHeld } = apply(world, own, held, stageDue(held, holder), guard, isLost);
  if (send !== null) held.attemptId = send.attemptId;
  const next = send === null ? 'done' : 'begun';
  end(own, held, isHeld || isLost ? 'left' : next);
}

/** The turn is over, unless it is to send. */
function end(own: Member, held: Held, state: Held['state']): void {
  held.state = state;
  if (state === 'left' || state === 'done')
    own.underWay = own.underWay.filter((turn) => turn !== held.holder?.turn);
}

function send(world: World, own: Member, held: Held, guard: Guards): void {
  const { attemptId, holder, row } = held;
  if (guard.trust && !(own.isTrusted && holder?.replica === own.id)) {
    held.state = 'failed';
    return;
  }
  if (holder === null || !world.living.includes(holder.replica))
    throw new Violation('a replica sends that others have released');
  const before = world.sends.filter(({ position }) => position === row.position);
  if (before.some(({ by, isOver }) => !isOver && world.living.includes(by)))
    throw new Violation(`stage ${row.position} is sent twice`);
  if (before.some((one) => one.attemptId !== attemptId))
    throw new Violation(`stage ${row.position} is sent again under another id`);
  if (row.position === 2 && attemptAt(world.state, 1)?.endedAt === null)
    throw new Violation('the second stage is sent while the first one is under way');
  world.sends.push({ position: row.position, attemptId, by: own.id, isOver: false });
  held.state = 'sent';
}

function answer(world: World, own: Member, held: Held, given: Held['answer']): void {
  Object.assign(held, { answer: given, state: given === null ? 'failed' : 'answered' });
  for (const one of world.sends)
    if (given === null && one.by === own.id && one.attemptId === held.attemptId) one.isOver = true;
}

function record(world: World, own: Member, held: Held, guard: Guards, isLost = false): void {
  const { attemptId, holder, state } = held;
  if (!guard.first && state === 'answered' && holder !== null)
    commit(world, own, stageDue(held, holder), guard);
  if (state === 'failed' && holder !== null) {
    commit(world, own, { kind: 'send-failed', attemptId, holder }, guard);
    end(own, held, 'left');
    return;
  }
  const result =
    held.answer === 'SENT' ? { status: 'SENT' as const } : { status: 'UNDELIVERED' as const, reason: 'no' };
  apply(world, own, held, reportsOfResult(attemptId, result, at), guard, isLost);
  end(own, held, 'done');
}

/** The parcel is deleted, or written anew, if it is still ours. */
function letGo(world: World, own: Member, held: Held, guard: Guards): void {
  const { row, state, later } = held;
  own.held = own.held.filter((one) => one !== held);
  write(world, own, later);
  const isOurs = ({ id, owner }: Row) => id === row.id && owner === row.owner;
  const wasOurs = !guard.reminder || world.rows.some(isOurs);
  world.rows = world.rows.filter((one) => !isOurs(one));
  world.ids += 1;
  if (state === 'left' && wasOurs) world.rows.push({ ...row, id: `${world.ids}`, owner: null, isDue: true });
}

/** What replica `me` can do. */
function stepsOf(world: World, me: number, guard: Guards): readonly Step[] {
  const { mode, held } = world.members[me] as Member;
  if (mode === 'crashed') return [];
  const steps: Step[] = [];
  const add: Add = (name, step) =>
    steps.push([`${me}: ${name}`, (next) => step(next.members[me] as Member, next)]);
  const fail: Add = (name, step) => {
    if (world.faults < mostFaults)
      add(name, (own, next) => {
        next.faults += 1;
        step(own, next);
      });
  };
  if (mode === 'stalled') {
    add('wakes', (own) => void Object.assign(own, { mode: 'well' }));
    return steps;
  }
  fail('crashes', (own) => void Object.assign(own, { mode: 'crashed', held: [], underWay: [] }));
  fail('stalls', (own) => void Object.assign(own, { mode: 'stalled', isTrusted: false }));
  // It does not know how long that was. Between its check and its write, nothing helps
  // (decisions/one-holder.md).
  if (held.every(({ state }) => state !== 'begun'))
    fail('is suspended with its clock', (own) => void Object.assign(own, { mode: 'stalled' }));
  const hurried = held.findIndex((one) => isHurried(one));
  for (const [n, { state, row }] of held.entries()) {
    if (hurried >= 0 && n !== hurried) continue;
    const work = `${row.queue} ${row.position}`;
    for (const [name, step, isFault = false] of stepsWith(state, row.queue, guard))
      (isFault ? fail : add)(`${name} ${work}`, (own, next) => step(next, own, own.held[n] as Held));
  }
  addUpkeep(world, me, guard, { add, fail });
  return steps;
}

/** Only a gateway takes its time. All else is done at once, unless a fault comes between. */
function isHurried({ state }: Held): boolean {
  return state !== 'sent';
}

type Add = (name: string, step: (own: Member, next: World) => void) => void;

/** Beats, and what a replica takes and frees in the database. */
function addUpkeep(
  { members, rows, living }: World,
  me: number,
  guard: Guards,
  { add, fail }: { readonly add: Add; readonly fail: Add },
): void {
  const { id: own, isTrusted, held } = members[me] as Member;
  const isLiving = living.includes(own);
  const isGone = ({ owner }: Row) => owner !== null && !living.includes(owner);
  if (!isTrusted || !isLiving || rows.some(isGone)) add('beats', (own, next) => beat(next, own));
  // What a released replica claims is swept.
  if (!isTrusted || !isLiving || held.some(isHurried)) return;
  for (const { id, mode } of members)
    if (mode !== 'well' && living.includes(id)) add(`releases ${id}`, (_, next) => release(next, id));
  const isForgotten = ({ owner, id }: Row) => owner === own && !held.some(({ row }) => row.id === id);
  if (guard.audit && rows.some(isForgotten)) add('audits', (own, next) => audit(next, own));
  for (const [n, { id, owner, isDue }] of rows.entries())
    if (owner === null && isDue) {
      add(`claims ${id}`, (own, next) => claim(next, own, n, guard));
      fail(`loses the answer to its claim of ${id}`, (own, next) => claim(next, own, n, guard, true));
    }
}

type HeldStep = readonly [
  name: string,
  step: (next: World, own: Member, held: Held) => void,
  isFault?: boolean,
];

/** What a replica can do with work in its memory. */
function stepsWith(state: Held['state'], queue: Row['queue'], guard: Guards): readonly HeldStep[] {
  switch (state) {
    case 'read':
      if (queue === 'timer') return [['ends', (next, own, held) => endTimer(next, own, held, guard)]];
      return [
        ['begins', (next, own, held) => beginStage(next, own, held, guard)],
        [
          'never hears that it has begun',
          (next, own, held) => beginStage(next, own, held, guard, true),
          true,
        ],
      ];
    case 'begun':
      return [['sends', (next, own, held) => send(next, own, held, guard)]];
    case 'sent':
      return [
        ['hears SENT of', (next, own, held) => answer(next, own, held, 'SENT')],
        ['hears UNDELIVERED of', (next, own, held) => answer(next, own, held, 'UNDELIVERED')],
        ['hears nothing of', (next, own, held) => answer(next, own, held, null), true],
      ];
    case 'answered':
    case 'failed':
      return [
        ['records', (next, own, held) => record(next, own, held, guard)],
        [
          'loses the answer to its record of',
          (next, own, held) => record(next, own, held, guard, true),
          true,
        ],
        ['cannot record', (_, own, held) => end(own, held, guard.kept ? state : 'left'), true],
      ];
    default:
      return [['lets go of', (next, own, held) => letGo(next, own, held, guard)]];
  }
}

function endTimer(world: World, own: Member, held: Held, guard: Guards): void {
  const { position } = held.row;
  apply(world, own, held, { kind: 'timer', ...message, position, at }, guard);
  end(own, held, 'done');
}

function beat(world: World, own: Member): void {
  if (!world.living.includes(own.id)) {
    world.ids += 1;
    own.id = world.ids;
    world.living.push(own.id);
  }
  own.isTrusted = true;
  for (const row of world.rows) if (row.owner !== null && !world.living.includes(row.owner)) row.owner = null;
}

function release(world: World, gone: number): void {
  world.living = world.living.filter((id) => id !== gone);
  for (const row of world.rows) if (row.owner === gone) row.owner = null;
}

function audit(world: World, own: Member): void {
  for (const row of world.rows)
    if (row.owner === own.id && !own.held.some((held) => held.row.id === row.id)) row.owner = null;
}

function claim(world: World, own: Member, n: number, guard: Guards, isLost = false): void {
  const row = world.rows[n] as Row;
  row.owner = own.id;
  if (!guard.reminder) world.rows.splice(n, 1);
  if (!isLost) hold(own, row);
}

/** What comes from outside: time, and receipts, which any replica takes. */
function outside(world: World, guard: Guards): readonly Step[] {
  const steps: Step[] = world.rows.flatMap(({ isDue }, n): Step[] =>
    isDue ? [] : [['the TTL is over', (next) => void Object.assign(next.rows[n] as Row, { isDue: true })]],
  );
  for (const { id, position, status } of world.state.attempts)
    if (world.sends.some(({ attemptId }) => attemptId === id) && (status === 'ENQUEUED' || status === 'SENT'))
      for (const said of ['DELIVERED', 'UNDELIVERED'] as const)
        world.members.forEach(({ mode }, me) => {
          if (mode === 'well')
            steps.push([
              `${me}: a receipt says ${said} of ${position}`,
              (next) => {
                const own = next.members[me] as Member;
                const receipt = { attemptId: id, status: said, reason: 'no' };
                const { rows } = commit(next, own, reportsOfReceipt(receipt, at), guard);
                write(next, own, rows);
              },
            ]);
        });
  return steps;
}

function successors(world: World, guard: Guards): readonly (readonly [string, World])[] {
  const mayBeSent = world.members.some(({ held }) => held.some(({ state }) => state === 'begun'));
  if (world.state.phase === 'ended' && !mayBeSent) return [];
  const isBusy = ({ mode, held }: Member) => mode === 'well' && held.some(isHurried);
  const busy = [0, 1].filter((me) => isBusy(world.members[me] as Member));
  const steps =
    busy.length > 0
      ? busy.flatMap((me) => stepsOf(world, me, guard))
      : [...[0, 1].flatMap((me) => stepsOf(world, me, guard)), ...outside(world, guard)];
  return steps.map(([name, step]) => {
    const next = clone(world);
    step(next);
    return [name, next];
  });
}

/** Lets a world go on without faults, each replica claiming in its turn, until the message has ended. */
function mustEnd(world: World, guard: Guards): void {
  const next = clone(world);
  next.faults = mostFaults;
  if (next.members.every(({ mode }) => mode === 'crashed')) {
    for (const id of next.living) release(next, id);
    Object.assign(next.members[0] as Member, { mode: 'well', id: 1_000, isTrusted: true });
    next.living.push(1_000);
  }
  for (let round = 0; round < 12; round += 1) {
    if (next.state.phase === 'ended') return;
    const claims = stepsOf(next, round % 2, guard).find(([name]) => /claims/.test(name));
    claims?.[1](next);
    doAll(next, guard);
  }
  throw new Violation('a stage is never done');
}

/** All but claims, as soon as it can be done; the gateway sends, and the receipt comes at the end. */
function doAll(world: World, guard: Guards): void {
  const some = () =>
    [0, 1].flatMap((me) => stepsOf(world, me, guard)).find(([name]) => !/claims|UNDELIVERED/.test(name)) ??
    outside(world, guard).find(([name]) => !/UNDELIVERED/.test(name));
  for (let step = some(); step !== undefined; step = some()) step[1](world);
}

function walk(guard: Guards) {
  return explore({
    first,
    keyOf,
    successors: (world) => successors(world, guard),
    check(world) {
      if (world.faults > 0) mustEnd(world, guard);
    },
  });
}

test('no stage is sent by two, or again under another id, and none is forgotten', () => {
  const { counterexample, worlds } = walk(guards);
  expect(counterexample).toBeUndefined();
  expect(worlds).toBeGreaterThan(30_000);
}, 300_000);

testWithoutEach(guards, walk);
