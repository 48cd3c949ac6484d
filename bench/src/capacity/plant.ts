import type { Disk } from './commit-log.ts';
import type { Costs } from './costs.ts';
import type { LinearCost } from './fit.ts';

/** One database and the replicas on it, and what they are to do. */
export interface Plant {
  readonly costs: Costs;
  /** Cascades per second that come, at all replicas together. */
  readonly perSecond: number;
  readonly replicas: number;
  readonly databaseCores: number;
  readonly disk: Disk;
  /** Between a replica and the database, there and back. */
  readonly roundTripSeconds: number;
  /** Accounts that send, all alike but for the first, which has a share of its own. */
  readonly accounts: number;
  readonly hotShare: number;
  /** Each account has a replica of its own, so no two of them want the same locks. */
  readonly affinity: boolean;
  readonly receiver: {
    readonly seconds: number;
    /** Callbacks under way at once, from each replica. */
    readonly slots: number;
  };
}

/** What the three group commits of a replica are about; each has one commit under way at a time. */
export interface Step {
  readonly node: LinearCost;
  readonly postgres: LinearCost;
  readonly walBytes: number;
  readonly batchLimit: number;
  /** The last part of its work in the database, from 0 to 1, that it does with its accounts locked. */
  readonly lockedShare: number;
}

export const callbacksPerCascade = 3;

/** The intake as measured; what is left of a cascade goes to engine and callbacks, half each. */
export function stepsOf({ intake, cascade, walBytesPerCascade }: Costs): readonly [Step, Step, Step] {
  const half = (of: 'node' | 'postgres'): LinearCost => ({
    fixed: Math.max(0, cascade[of].fixed - intake[of].fixed) / 2,
    perMessage: Math.max(0, cascade[of].perMessage - intake[of].perMessage) / 2,
  });
  const rest = { node: half('node'), postgres: half('postgres'), walBytes: walBytesPerCascade / 3 };
  return [
    { ...intake, walBytes: walBytesPerCascade / 3, batchLimit: 256, lockedShare: 1 },
    // It locks them for the booking at its end; how much of it that is, is assumed.
    { ...rest, batchLimit: 256, lockedShare: 0.3 },
    // 256 outcomes in a commit.
    { ...rest, batchLimit: Math.floor(256 / callbacksPerCascade), lockedShare: 0 },
  ];
}

/** The most that each resource can do, in cascades per second, when every commit is full. */
export function limitsOf({ costs, replicas, databaseCores, disk, receiver }: Plant) {
  const steps = stepsOf(costs);
  const each = (of: 'node' | 'postgres') =>
    steps.reduce((sum, step) => sum + step[of].perMessage + step[of].fixed / step.batchLimit, 0);
  return {
    replicas: replicas / each('node'),
    database: databaseCores / each('postgres'),
    log: disk.bytesPerSecond / costs.walBytesPerCascade,
    receiver: (replicas * receiver.slots) / (receiver.seconds * callbacksPerCascade),
  };
}
