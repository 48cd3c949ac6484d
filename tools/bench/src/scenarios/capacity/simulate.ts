import { seededRandom } from '@cascade/repository/test-kit';
import TinyQueue from 'tinyqueue';
import { sum } from '../../harness/statistics.ts';
import { type CommitStep, callbacksPerCascade, commitSteps, type LinearCost, type Plant } from './plant.ts';

export type EventQueue = ReturnType<typeof createEventQueue>;

/** A clock that jumps from event to event: in the order of their times, then of their additions. */
export function createEventQueue() {
  const queue = new TinyQueue<{ at: number; order: number; happen(): void }>(
    [],
    (a, b) => a.at - b.at || a.order - b.order,
  );
  let now = 0;
  let order = 0;
  return {
    /** Seconds since the simulation began. */
    get now() {
      return now;
    },
    after(seconds: number, happen: () => void) {
      order += 1;
      queue.push({ at: now + seconds, order, happen });
    },
    /** Runs every event that is due until then. */
    runUntil(end: number) {
      for (let next = queue.peek(); next !== undefined && next.at <= end; next = queue.peek()) {
        queue.pop();
        now = next.at;
        next.happen();
      }
      now = end;
    },
  };
}

/** Integrates a number over the time. */
function createArea(events: EventQueue) {
  let value = 0;
  let area = 0;
  let since = 0;
  /** @returns the integral until now. */
  return (change = 0) => {
    area += value * (events.now - since);
    since = events.now;
    value += change;
    return area;
  };
}

/** A resource with N places, first come, first served: the cores of a machine, the slots for callbacks. */
export function createResource(events: EventQueue, places: number) {
  const busy = createArea(events);
  let waiting: { readonly seconds: number; readonly done: () => void }[] = [];
  let first = 0;
  let running = 0;

  function start(seconds: number, done: () => void): void {
    running += 1;
    busy(1);
    events.after(seconds, () => {
      running -= 1;
      busy(-1);
      next();
      done();
    });
  }

  function next(): void {
    const one = waiting[first];
    if (one === undefined) return;
    first += 1;
    if (first === 1_000) {
      waiting = waiting.slice(first);
      first = 0;
    }
    start(one.seconds, one.done);
  }

  return {
    use(seconds: number, done: () => void) {
      if (running < places) start(seconds, done);
      else waiting.push({ seconds, done });
    },
    /** Seconds of work done so far, all places together. */
    busySeconds: () => busy(),
  };
}

/** The write-ahead log of a database: one flush at a time, for all commits that wait when it starts. */
function createCommitLog(events: EventQueue, { flushSeconds, bytesPerSecond }: Plant['disk']) {
  let waiting: { readonly bytes: number; readonly done: () => void }[] = [];
  let isFlushing = false;
  let busy = 0;

  function next(): void {
    const carried = waiting;
    waiting = [];
    isFlushing = carried.length > 0;
    if (!isFlushing) return;
    const seconds = flushSeconds + sum(carried.map(({ bytes }) => bytes)) / bytesPerSecond;
    events.after(seconds, () => {
      busy += seconds;
      next();
      for (const { done } of carried) done();
    });
  }

  return {
    flush(bytes: number, done: () => void) {
      waiting.push({ bytes, done });
      if (!isFlushing) next();
    },
    busySeconds: () => busy,
  };
}

/** Row locks of accounts as the intake takes them: a batch holds all of its accounts until its commit. */
function createAccountLocks() {
  const held = new Set<number>();
  let queue: { readonly accounts: ReadonlySet<number>; readonly granted: () => void }[] = [];

  /**
   * A batch that must wait holds no lock; in PostgreSQL it may hold some, so the model is a little
   * optimistic.
   */
  function acquire(accounts: ReadonlySet<number>, granted: () => void): void {
    if ([...accounts].some((account) => held.has(account))) return void queue.push({ accounts, granted });
    for (const account of accounts) held.add(account);
    granted();
  }

  return {
    acquire,
    release(accounts: ReadonlySet<number>) {
      for (const account of accounts) held.delete(account);
      const candidates = queue;
      queue = [];
      for (const candidate of candidates) acquire(candidate.accounts, candidate.granted);
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

function share(plant: Plant) {
  const events = createEventQueue();
  return {
    events,
    plant,
    database: createResource(events, plant.databaseCores),
    log: createCommitLog(events, plant.disk),
    locks: createAccountLocks(),
  };
}

export type Simulation = ReturnType<typeof simulate>;

const intakeLimit = 5_000;

/** Simulates `warmUp` seconds that do not count, then `seconds` that do. */
export function simulate(plant: Plant, { seconds = 4, warmUp = 2, seed = 1 } = {}) {
  const shared = share(plant);
  const { events, database, log } = shared;
  const counts = { offered: 0, refused: 0, ended: 0, lag: 0 };
  const underWay = createArea(events);
  const onEnded = (ended: readonly Cascade[]) => {
    underWay(-ended.length);
    counts.ended += ended.length;
    counts.lag += sum(ended.map(({ at }) => events.now - at));
  };
  const replicas = Array.from({ length: plant.replicas }, () => startReplica(shared, onEnded));
  const random = seededRandom(seed);

  /** Requests arrive at random, at the average rate of the plant. */
  const arrive = () => {
    events.after(-Math.log(1 - random()) / plant.perSecond, arrive);
    counts.offered += 1;
    const account = random() < plant.hotShare ? 0 : Math.floor(random() * plant.accounts);
    const anywhere = Math.floor(random() * plant.replicas);
    const intake = replicas[plant.affinity ? account % plant.replicas : anywhere]?.intake;
    if (intake === undefined || intake.waiting() >= intakeLimit) {
      counts.refused += 1;
      return;
    }
    underWay(1);
    intake.add([{ at: events.now, account }]);
  };

  /** Everything since the simulation began; busy times in seconds of one server. */
  const read = () => {
    const ofReplicas = (of: (replica: Replica) => number) => sum(replicas.map(of));
    return {
      ...counts,
      area: underWay(),
      replicas: ofReplicas(({ node }) => node.busySeconds()) / plant.replicas,
      database: database.busySeconds() / plant.databaseCores,
      log: log.busySeconds(),
      slots: ofReplicas(({ slots }) => slots.busySeconds()) / plant.replicas,
      hotSlots: ofReplicas(({ hotSlots }) => hotSlots.busySeconds()) / plant.replicas,
      accounts: ofReplicas(({ intake }) => intake.lockedOutSeconds()) / plant.replicas,
      intakeCommits: ofReplicas(({ intake }) => intake.commits()),
    };
  };

  arrive();
  events.runUntil(warmUp);
  const before = read();
  events.runUntil(warmUp + seconds);
  const after = read();
  const during = (of: keyof typeof after) => after[of] - before[of];
  const rate = (of: keyof typeof after) => during(of) / seconds;
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

type Replica = ReturnType<typeof startReplica>;

/** Starts a replica: one core, three group commits one after the other, and slots for callbacks. */
function startReplica(shared: Shared, onEnded: (cascades: readonly Cascade[]) => void) {
  const { events, plant } = shared;
  const { seconds, slots: places, ofOne } = plant.receiver;
  const node = createResource(events, 1);
  // All slots as one server, faster by their number; the time of a single callback is added after it.
  const slots = createResource(events, 1);
  const hotSlots = createResource(events, 1);
  const [intakeStep, engineStep, callbackStep] = commitSteps(plant.costs);
  const record = createPipeline(shared, node, callbackStep, onEnded);
  const work = ({ length }: readonly Cascade[]) => length * callbacksPerCascade * seconds;
  const call = (cascades: readonly Cascade[]) =>
    slots.use(work(cascades) / places, () => events.after(seconds, () => record.add(cascades)));
  const engine = createPipeline(shared, node, engineStep, (cascades) => {
    const [hot, others] = [true, false].map((is) => cascades.filter(({ account }) => (account === 0) === is));
    if (hot?.length) hotSlots.use(work(hot) / ofOne, () => call(hot));
    if (others?.length) call(others);
  });
  return { intake: createPipeline(shared, node, intakeStep, engine.add), node, slots, hotSlots };
}

/** Sequential statements of a transaction. */
const roundTrips = 3;

/** A group commit of a replica: cascades that arrive during one commit share the next. */
function createPipeline(
  { events, plant, database, log, locks }: Shared,
  node: ReturnType<typeof createResource>,
  step: CommitStep,
  onDone: (cascades: readonly Cascade[]) => void,
) {
  let waiting: Cascade[] = [];
  let isRunning = false;
  let commits = 0;
  let lockedOut = 0;
  let askedAt: number | undefined;

  function next(): void {
    const batch = waiting.slice(0, step.batchLimit);
    isRunning = batch.length > 0;
    if (!isRunning) return;
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
    const lock = () => {
      if (step.lockedShare === 0) return work(() => {});
      const accounts = new Set(batch.map(({ account }) => account));
      const asked = events.now;
      askedAt = asked;
      return locks.acquire(accounts, () => {
        lockedOut += events.now - asked;
        askedAt = undefined;
        work(() => locks.release(accounts));
      });
    };
    if (before > 0) database.use(before, lock);
    else lock();
  }

  return {
    add(cascades: readonly Cascade[]) {
      waiting.push(...cascades);
      if (!isRunning) next();
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
export function judgeSimulation({ offeredPerSecond, endedPerSecond, busy }: Simulation) {
  const [[busiest] = ['replicas']] = Object.entries(busy).sort(([, a], [, b]) => b - a);
  return { keepsUp: endedPerSecond >= offeredPerSecond * enough, busiest };
}
