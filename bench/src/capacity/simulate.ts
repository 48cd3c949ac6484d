import { seededRandom } from '../crash/random.ts';
import { type AccountLocks, createAccountLocks } from './account-locks.ts';
import { type CommitLog, createCommitLog } from './commit-log.ts';
import { createEventQueue, type EventQueue } from './event-queue.ts';
import { createPipeline } from './pipeline.ts';
import { callbacksPerCascade, type Plant, stepsOf } from './plant.ts';
import { createServer, type Server } from './server.ts';

/** A cascade on its way. */
export interface Cascade {
  readonly at: number;
  readonly account: number;
}

/** What all replicas have in common. */
export interface Shared {
  readonly events: EventQueue;
  readonly plant: Plant;
  readonly database: Server;
  readonly log: CommitLog;
  readonly locks: AccountLocks;
}

export interface Outcome {
  readonly offeredPerSecond: number;
  readonly endedPerSecond: number;
  /** Answered 503 by an intake with 5,000 requests waiting. */
  readonly refusedPerSecond: number;
  /** Cascades under way, on average over the time. */
  readonly underWay: number;
  /** Seconds from the request to the last callback, on average over those that ended. */
  readonly secondsToEnd: number;
  /** Cascades in one commit of the intake. */
  readonly intakeBatch: number;
  /** Shares of the time, from 0 to 1. */
  readonly busy: Readonly<Record<'replicas' | 'database' | 'log' | 'receiver' | 'accounts', number>>;
}

const intakeLimit = 5_000;

/** Plays so many seconds, after some to get going that do not count. */
export function simulate(plant: Plant, { seconds = 4, warmUp = 2, seed = 1 } = {}): Outcome {
  const events = createEventQueue();
  const database = createServer(events, plant.databaseCores);
  const log = createCommitLog(events, plant.disk);
  const locks = createAccountLocks();
  const shared: Shared = { events, plant, database, log, locks };
  const counts = { offered: 0, refused: 0, ended: 0, lag: 0, underWay: 0, area: 0, since: 0 };
  const random = seededRandom(seed);

  function move(by: number): void {
    counts.area += counts.underWay * (events.now - counts.since);
    counts.since = events.now;
    counts.underWay += by;
  }
  const replicas = Array.from({ length: plant.replicas }, () =>
    startReplica(shared, (ended) => {
      move(-ended.length);
      counts.ended += ended.length;
      counts.lag += ended.reduce((sum, { at }) => sum + events.now - at, 0);
    }),
  );

  function arrive(): void {
    events.after(-Math.log(1 - random()) / plant.perSecond, arrive);
    counts.offered += 1;
    const account = random() < plant.hotShare ? 0 : Math.floor(random() * plant.accounts);
    const somewhere = Math.floor(random() * plant.replicas);
    const intake = replicas[plant.affinity ? account % plant.replicas : somewhere]?.intake;
    if (intake === undefined || intake.waiting() >= intakeLimit) {
      counts.refused += 1;
      return;
    }
    move(1);
    intake.add([{ at: events.now, account }]);
  }
  arrive();

  const read = () => {
    move(0);
    const sum = (of: (replica: Replica) => number) =>
      replicas.reduce((total, replica) => total + of(replica), 0);
    return {
      ...counts,
      replicas: sum(({ node }) => node.busySeconds()) / plant.replicas,
      database: database.busySeconds() / plant.databaseCores,
      log: log.busySeconds(),
      receiver: sum(({ slots }) => slots.busySeconds()) / plant.replicas,
      accounts: sum(({ intake }) => intake.lockedOutSeconds()) / plant.replicas,
      intakeCommits: sum(({ intake }) => intake.commits()),
    };
  };
  events.runUntil(warmUp);
  const before = read();
  events.runUntil(warmUp + seconds);
  const after = read();
  const during = (of: keyof typeof before) => after[of] - before[of];
  const rate = (of: keyof typeof before) => during(of) / seconds;
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
      receiver: rate('receiver'),
      accounts: rate('accounts'),
    },
  };
}

type Replica = ReturnType<typeof startReplica>;

/** One core, three group commits one after the other, and slots for callbacks. */
function startReplica(shared: Shared, onEnded: (cascades: readonly Cascade[]) => void) {
  const { events, plant } = shared;
  const { seconds, slots: places } = plant.receiver;
  const node = createServer(events, 1);
  // All of the slots as one, as many times as fast; what a single callback takes comes on top.
  const slots = createServer(events, 1);
  const [intakeStep, engineStep, callbackStep] = stepsOf(plant.costs);
  const record = createPipeline({ ...shared, node }, callbackStep, onEnded);
  const engine = createPipeline({ ...shared, node }, engineStep, (cascades) =>
    slots.use((cascades.length * callbacksPerCascade * seconds) / places, () =>
      events.after(seconds, () => record.add(cascades)),
    ),
  );
  const intake = createPipeline({ ...shared, node }, intakeStep, engine.add);
  return { intake, node, slots };
}
