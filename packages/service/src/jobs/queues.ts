import type { Queue } from 'pg-boss';

/** The queues of the service, by what a job of each one does. */
export const queues = {
  /** Starts a stage: `{ messageIds, position }`. */
  stage: 'cascade-stage',
  /** The TTL of a stage has passed: `{ messageIds, position }`. */
  timer: 'cascade-timer',
  /** Reports status events to their receivers: `{ eventIds }`. */
  callback: 'cascade-callback',
} as const;

export type QueueName = (typeof queues)[keyof typeof queues];

/** How often whoever holds jobs says that it is still alive. */
export const heartbeatEveryMs = 10_000;

/** The largest number of retries that the table can count: a job ends by being done. */
const forEver = 2_147_483_647;

/**
 * For every queue: a job whose holder is silent for 30 seconds runs again, however slow its handler may be
 * otherwise; a failed one comes back after 1, 2, 4 seconds and so on up to a minute. A job that waits is kept for ten
 * years (pg-boss would delete it after two weeks), one that is done for ten minutes.
 */
export const policy: Omit<Queue, 'name'> = {
  policy: 'standard',
  retryLimit: forEver,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 3600,
  heartbeatSeconds: 30,
  retentionSeconds: 10 * 365 * 24 * 3600,
  deleteAfterSeconds: 600,
};
