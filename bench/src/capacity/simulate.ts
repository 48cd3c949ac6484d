import { seededRandom } from '@cascade/test-kit';
import { createAccountLocks } from './account-locks.ts';
import { createCommitLog } from './commit-log.ts';
import { createEventQueue, type EventQueue } from './event-queue.ts';
import type { Plant } from './plant.ts';
import { type Replica, startReplica } from './replica.ts';
import { createServer } from './server.ts';
import type { Cascade, Shared } from './shared.ts';

export interface Outcome {
  readonly offeredPerSecond: number;
  readonly endedPerSecond: number;
  /** Refused with 503, because 5,000 requests wait in the intake. */
  readonly refusedPerSecond: number;
  /** Cascades under way, on average. */
  readonly underWay: number;
  /** Average seconds from the request to the last callback, of cascades that ended. */
  readonly secondsToEnd: number;
  /** Average number of cascades in a commit of the intake. */
  readonly intakeBatch: number;
  /** Utilisation, from 0 to 1. */
  readonly busy: Readonly<Record<'replicas' | 'database' | 'log' | 'receiver' | 'accounts', number>>;
}

const intakeLimit = 5_000;

/** Simulates `warmUp` seconds that do not count, then `seconds` that do. */
export function simulate(plant: Plant, { seconds = 4, warmUp = 2, seed = 1 } = {}): Outcome {
  const events = createEventQueue();
  const shared: Shared = {
    events,
    plant,
    database: createServer(events, plant.databaseCores),
    log: createCommitLog(events, plant.disk),
    locks: createAccountLocks(),
  };
  const tally = createTally(events);
  const replicas = Array.from({ length: plant.replicas }, () => startReplica(shared, tally.end));
  startArrivals(shared, replicas, tally, seededRandom(seed));

  events.runUntil(warmUp);
  const before = readTotals(shared, replicas, tally);
  events.runUntil(warmUp + seconds);
  const after = readTotals(shared, replicas, tally);
  return outcomeOf((of) => after[of] - before[of], seconds);
}

/**
 * Counts cascades. `area` integrates the number under way over the time; divided by the time it is their
 * average.
 */
function createTally(events: EventQueue) {
  const counts = { offered: 0, refused: 0, ended: 0, lag: 0, underWay: 0, area: 0, since: 0 };
  const move = (by: number) => {
    counts.area += counts.underWay * (events.now - counts.since);
    counts.since = events.now;
    counts.underWay += by;
  };
  return {
    offer: () => {
      counts.offered += 1;
    },
    refuse: () => {
      counts.refused += 1;
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
    tally.offer();
    const account = random() < plant.hotShare ? 0 : Math.floor(random() * plant.accounts);
    const anywhere = Math.floor(random() * plant.replicas);
    const intake = replicas[plant.affinity ? account % plant.replicas : anywhere]?.intake;
    if (intake === undefined || intake.waiting() >= intakeLimit) return tally.refuse();
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

function outcomeOf(during: (of: keyof Totals) => number, seconds: number): Outcome {
  const rate = (of: keyof Totals) => during(of) / seconds;
  return {
    offeredPerSecond: rate('offered'),
    endedPerSecond: rate('ended'),
    refusedPerSecond: rate('refused'),
    underWay: rate('area'),
    secondsToEnd: during('lag') / during('ended'),
    intakeBatch: (during('offered') - during('refused')) / during('intakeCommits'),
    busy: {
      replicas: rate('replicas'),
      database: rate('database'),
      log: rate('log'),
      receiver: Math.max(rate('slots'), rate('hotSlots')),
      accounts: rate('accounts'),
    },
  };
}
