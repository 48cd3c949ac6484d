import type { AccountLocks } from './account-locks.ts';
import type { CommitLog } from './commit-log.ts';
import type { EventQueue } from './event-queue.ts';
import type { Plant } from './plant.ts';
import type { Server } from './server.ts';

/** A simulated cascade under way. */
export interface Cascade {
  /** Seconds since the simulation began, when its request arrived. */
  readonly at: number;
  readonly account: number;
}

/** What all simulated replicas share. */
export interface Shared {
  readonly events: EventQueue;
  readonly plant: Plant;
  readonly database: Server;
  readonly log: CommitLog;
  readonly locks: AccountLocks;
}
