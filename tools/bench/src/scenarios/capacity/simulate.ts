import { seededRandom } from '@cascade/test-kit';
import type { LinearCost } from './plant.ts';
import { callbacksPerCascade, type Plant, type Step, stepsOf } from './plant.ts';
import {
  createAccountLocks,
  createCommitLog,
  createEventQueue,
  createServer,
  type EventQueue,
} from './resources.ts';

export type Simulation = ReturnType<typeof outcomeOf>;

const intakeLimit = 5_000;

/** Simulates `warmUp` seconds that do not count, then `seconds` that do. */
export function simulate(plant: Plant, { seconds = 4, warmUp = 2, seed = 1 } = {}): Simulation {
  const shared = share(plant);
  const { events } = shared;
  const tally = createTally(events);
  const replicas = Array.from({ length: plant.replicas }, () => startReplica(shared, tally.end));
  startArrivals(shared, replicas, tally, seededRandom(seed));

  events.runUntil(warmUp);
  const before = readTotals(shared, replicas, tally);
  events.runUntil(warmUp + seconds);
  const after = readTotals(shared, replicas, tally);
  return outcomeOf((of) => after[of] - before[of], seconds);
}

function share(plant: Plant) {
  const events = createEventQueue();
  return {
    events,
    plant,
    database: createServer(events, plant.databaseCores),
    log: createCommitLog(events, plant.disk),
    locks: createAccountLocks(),
  };
}

/** Counts cascades. `area` integrates the number under way over the time; divided by the time it is their average. */
function createTally(events: EventQueue) {
  const counts = { offered: 0, refused: 0, ended: 0, lag: 0, underWay: 0, area: 0, since: 0 };
  const move = (by: number) => {
    counts.area += counts.underWay * (events.now - counts.since);
    counts.since = events.now;
    counts.underWay += by;
  };
  return {
    count(what: 'offered' | 'refused') {
      counts[what] += 1;
    },
    accept: () => move(1),
    end: (ended: readonly Cascade[]) => {
      move(-ended.length);
      counts.ended += ended.length;
      counts.lag += ended.reduce((sum, { at }) => sum + events.now - at, 0);
    },
    read: () => {
      move(0);
      return { ...counts };
    },
  };
}

type Tally = ReturnType<typeof createTally>;

/** Requests arrive at random, at the average rate of the plant. */
function startArrivals(
  { events, plant }: Shared,
  replicas: readonly Replica[],
  tally: Tally,
  random: () => number,
) {
  const arrive = () => {
    events.after(-Math.log(1 - random()) / plant.perSecond, arrive);
    tally.count('offered');
    const account = random() < plant.hotShare ? 0 : Math.floor(random() * plant.accounts);
    const anywhere = Math.floor(random() * plant.replicas);
    const intake = replicas[plant.affinity ? account % plant.replicas : anywhere]?.intake;
    if (intake === undefined || intake.waiting() >= intakeLimit) return tally.count('refused');
    tally.accept();
    intake.add([{ at: events.now, account }]);
  };
  arrive();
}

/** Everything that has been counted since the simulation began; busy times in seconds of one server. */
function readTotals({ plant, database, log }: Shared, replicas: readonly Replica[], tally: Tally) {
  const sum = (of: (replica: Replica) => number) =>
    replicas.reduce((total, replica) => total + of(replica), 0);
  return {
    ...tally.read(),
    replicas: sum(({ node }) => node.busySeconds()) / plant.replicas,
    database: database.busySeconds() / plant.databaseCores,
    log: log.busySeconds(),
    slots: sum(({ slots }) => slots.busySeconds()) / plant.replicas,
    hotSlots: sum(({ hotSlots }) => hotSlots.busySeconds()) / plant.replicas,
    accounts: sum(({ intake }) => intake.lockedOutSeconds()) / plant.replicas,
    intakeCommits: sum(({ intake }) => intake.commits()),
  };
}

type Totals = ReturnType<typeof readTotals>;

function outcomeOf(during: (of: keyof Totals) => number, seconds: number) {
  const rate = (of: keyof Totals) => during(of) / seconds;
  return {
    offeredPerSecond: rate('offered'),
    endedPerSecond: rate('ended'),
    /** Refused with 503, because 5,000 requests wait in the intake. */
    refusedPerSecond: rate('refused'),
    /** Cascades under way, on average. */
    underWay: rate('area'),
    /** Average seconds from the request to the last callback, of cascades that ended. */
    secondsToEnd: during('lag') / during('ended'),
    /** Average number of cascades in a commit of the intake. */
    intakeBatch: (during('offered') - during('refused')) / during('intakeCommits'),
    /** Utilisation, from 0 to 1. */
    busy: {
      replicas: rate('replicas'),
      database: rate('database'),
      log: rate('log'),
      receiver: Math.max(rate('slots'), rate('hotSlots')),
      accounts: rate('accounts'),
    },
  };
}

/** A simulated cascade under way. */
interface Cascade {
  /** Seconds since the simulation began, when its request arrived. */
  readonly at: number;
  readonly account: number;
}

/** What all simulated replicas share. */
type Shared = ReturnType<typeof share>;

type Replica = ReturnType<typeof startReplica>;

/** Starts a replica: one core, three group commits one after the other, and slots for callbacks. */
function startReplica(shared: Shared, onEnded: (cascades: readonly Cascade[]) => void) {
  const { events, plant } = shared;
  const { seconds, slots: places, ofOne } = plant.receiver;
  const node = createServer(events, 1);
  // All slots as one server, faster by their number; the time of a single callback is added after it.
  const slots = createServer(events, 1);
  const hotSlots = createServer(events, 1);
  const [intakeStep, engineStep, callbackStep] = stepsOf(plant.costs);
  const record = createPipeline(shared, node, callbackStep, onEnded);
  const call = (cascades: readonly Cascade[]) =>
    slots.use((cascades.length * callbacksPerCascade * seconds) / places, () =>
      events.after(seconds, () => record.add(cascades)),
    );
  const callHot = (cascades: readonly Cascade[]) =>
    hotSlots.use((cascades.length * callbacksPerCascade * seconds) / ofOne, () => call(cascades));
  const engine = createPipeline(shared, node, engineStep, (cascades) => {
    const hot = cascades.filter(({ account }) => account === 0);
    const others = cascades.filter(({ account }) => account !== 0);
    if (hot.length > 0) callHot(hot);
    if (others.length > 0) call(others);
  });
  const intake = createPipeline(shared, node, intakeStep, engine.add);
  return { intake, node, slots, hotSlots };
}

/** Sequential statements of a transaction. */
const roundTrips = 3;

/** A group commit of a replica: cascades that arrive during one commit share the next. */
function createPipeline(
  { events, plant, database, log, locks }: Shared,
  node: ReturnType<typeof createServer>,
  step: Step,
  onDone: (cascades: readonly Cascade[]) => void,
) {
  let waiting: Cascade[] = [];
  let running = false;
  let commits = 0;
  let lockedOut = 0;
  let askedAt: number | undefined;

  function next(): void {
    const batch = waiting.slice(0, step.batchLimit);
    running = batch.length > 0;
    if (!running) return;
    waiting = waiting.slice(step.batchLimit);
    commits += 1;
    const began = events.now;
    const inDatabase = secondsOf(step.postgres, batch);
    const locked = inDatabase * step.lockedShare;
    node.use(secondsOf(step.node, batch), () =>
      withLocks(batch, inDatabase - locked, (release) =>
        commit(batch, locked, () => {
          release();
          onDone(batch);
          // As measured, cascades gather for a while; a full batch starts at once.
          const rest = plant.costs.gatherSeconds - (events.now - began);
          events.after(waiting.length < step.batchLimit ? Math.max(0, rest) : 0, next);
        }),
      ),
    );
  }

  function commit(batch: readonly Cascade[], seconds: number, done: () => void): void {
    events.after(plant.roundTripSeconds * roundTrips, () =>
      database.use(seconds, () => log.flush(step.walBytes * batch.length, done)),
    );
  }

  /** @param before Seconds of work in the database before it takes the locks. */
  function withLocks(batch: readonly Cascade[], before: number, work: (release: () => void) => void): void {
    const next = () => (step.lockedShare === 0 ? work(() => {}) : lock(batch, work));
    if (before > 0) database.use(before, next);
    else next();
  }

  function lock(batch: readonly Cascade[], work: (release: () => void) => void): void {
    const accounts = new Set(batch.map(({ account }) => account));
    const asked = events.now;
    askedAt = asked;
    locks.acquire(accounts, () => {
      lockedOut += events.now - asked;
      askedAt = undefined;
      work(() => locks.release(accounts));
    });
  }

  return {
    add(cascades: readonly Cascade[]) {
      waiting.push(...cascades);
      if (!running) next();
    },
    waiting: () => waiting.length,
    commits: () => commits,
    /** Total time spent waiting for locks of other replicas. */
    lockedOutSeconds: () => lockedOut + (askedAt === undefined ? 0 : events.now - askedAt),
  };
}

function secondsOf({ fixed, perMessage }: LinearCost, batch: readonly Cascade[]): number {
  return fixed + perMessage * batch.length;
}

/** If less than this share of the offered cascades end, the plant does not keep up. */
const enough = 0.95;

/** Whether the plant keeps up with its load, and which resource is nearest to its limit or past it. */
export function judge({ offeredPerSecond, endedPerSecond, busy }: Simulation) {
  const [[busiest] = ['replicas']] = Object.entries(busy).sort(([, a], [, b]) => b - a);
  return { keepsUp: endedPerSecond >= offeredPerSecond * enough, busiest };
}
