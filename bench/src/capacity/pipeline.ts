import type { LinearCost } from './fit.ts';
import type { Step } from './plant.ts';
import type { Server } from './server.ts';
import type { Cascade, Shared } from './shared.ts';

/** A group commit of a replica: cascades that arrive during one commit share the next. */
export interface Pipeline {
  add(cascades: readonly Cascade[]): void;
  waiting(): number;
  commits(): number;
  /** Total time spent waiting for locks of other replicas. */
  lockedOutSeconds(): number;
}

interface Own extends Shared {
  readonly node: Server;
}

/** Sequential statements of a transaction. */
const roundTrips = 3;

/** Seconds of work in the database before it takes the locks. */
interface Unlocked {
  readonly batch: readonly Cascade[];
  readonly before: number;
}
interface Locked {
  readonly batch: readonly Cascade[];
  readonly seconds: number;
}

export function createPipeline(
  own: Own,
  step: Step,
  onDone: (cascades: readonly Cascade[]) => void,
): Pipeline {
  const { events, plant, node, database, log, locks } = own;
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
      withLocks({ batch, before: inDatabase - locked }, (release) =>
        commit({ batch, seconds: locked }, () => {
          release();
          onDone(batch);
          // As measured, cascades gather for a while; a full batch starts at once.
          const rest = plant.costs.gatherSeconds - (events.now - began);
          events.after(waiting.length < step.batchLimit ? Math.max(0, rest) : 0, next);
        }),
      ),
    );
  }

  function commit({ batch, seconds }: Locked, done: () => void): void {
    events.after(plant.roundTripSeconds * roundTrips, () =>
      database.use(seconds, () => log.flush(step.walBytes * batch.length, done)),
    );
  }

  function withLocks({ batch, before }: Unlocked, work: (release: () => void) => void): void {
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
    add(cascades) {
      waiting.push(...cascades);
      if (!running) next();
    },
    waiting: () => waiting.length,
    commits: () => commits,
    lockedOutSeconds: () => lockedOut + (askedAt === undefined ? 0 : events.now - askedAt),
  };
}

function secondsOf({ fixed, perMessage }: LinearCost, batch: readonly Cascade[]): number {
  return fixed + perMessage * batch.length;
}
