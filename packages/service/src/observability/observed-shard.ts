import type { Pool } from 'pg';
import type { LaneState } from '../callbacks/dispatch/inspect-lanes.ts';
import type { AdmissionState } from './admission-metrics.ts';
import type { ClockState } from './clock-metrics.ts';
import { type QueueState, readQueues } from './read-queues.ts';
import { type ReceiverCounts, readReceiverCounts } from './receiver-metrics.ts';

/** What metrics and pages read of a shard. A database that is not distributed has one. */
export interface ObservedShard {
  readonly pool: Pool;
  /** For large reads. */
  readonly readPool: Pool;
  /** The number of requests that wait for a commit. */
  waiting(): number;
  readonly admission: AdmissionState;
  readonly clock: ClockState;
  /** The destinations of callbacks that this replica sends to, or backs off from. */
  lanes(): readonly LaneState[];
}

/** The shard that is furthest behind decides. */
export function joinAdmissions(shards: readonly Pick<ObservedShard, 'admission'>[]): AdmissionState {
  return {
    get lag() {
      return Math.max(0, ...shards.map(({ admission }) => admission.lag));
    },
    get perSecond() {
      return Math.min(...shards.map(({ admission }) => admission.perSecond));
    },
  };
}

/** The clock that differs most. */
export function joinClocks(shards: readonly Pick<ObservedShard, 'clock'>[]): ClockState {
  return {
    get ahead() {
      const differences = shards.map(({ clock }) => clock.ahead);
      return differences.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0);
    },
  };
}

export function sumWaiting(shards: readonly Pick<ObservedShard, 'waiting'>[]): number {
  return shards.reduce((sum, { waiting }) => sum + waiting(), 0);
}

/** The queues of all shards together: counts are added, and of the oldest jobs the oldest counts. */
export async function readAllQueues(pools: readonly Pool[]): Promise<readonly QueueState[]> {
  const states = (await Promise.all(pools.map(readQueues))).flat();
  return [...Map.groupBy(states, ({ name }) => name)].map(([name, ofName]) => ({
    name,
    ready: sum(ofName.map(({ ready }) => ready)),
    deferred: sum(ofName.map(({ deferred }) => deferred)),
    active: sum(ofName.map(({ active }) => active)),
    oldestSeconds: Math.max(0, ...ofName.map(({ oldestSeconds }) => oldestSeconds)),
  }));
}

export async function readAllReceiverCounts(pools: readonly Pool[]): Promise<ReceiverCounts> {
  const counts = await Promise.all(pools.map(readReceiverCounts));
  return {
    failing: sum(counts.map(({ failing }) => failing)),
    disabled: sum(counts.map(({ disabled }) => disabled)),
    undelivered: sum(counts.map(({ undelivered }) => undelivered)),
    parked: sum(counts.map(({ parked }) => parked)),
    unmatched: sum(counts.map(({ unmatched }) => unmatched)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
