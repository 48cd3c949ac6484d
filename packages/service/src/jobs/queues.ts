import type { Queue } from 'pg-boss';

/** The queues of the service. */
export const queues = {
  /** Starts a stage: `{ messageIds, accountIds, position }`. */
  stage: 'cascade-stage',
  /** Ends a stage whose TTL has passed: `{ messageIds, accountIds, position }`. */
  timer: 'cascade-timer',
} as const;

export type QueueName = (typeof queues)[keyof typeof queues];

/** The interval between heartbeats of a consumer that holds jobs. */
export const heartbeatEveryMs = 10_000;

/** Seconds, between two attempts of a job that fails. */
export const longestRetryDelay = 60;

/** The largest value of the column: a job is retried until it is completed. */
const unlimitedRetries = 2_147_483_647;

/**
 * For every queue. A job without a heartbeat for 30 seconds runs again; a slow handler with a heartbeat has
 * an hour. A failed job is retried after 1, 2, 4 seconds and so on up to a minute. Waiting jobs are kept for
 * ten years (pg-boss deletes them after two weeks by default), and deleted when
 * they are completed; those that the version before completed are kept for ten minutes.
 */
export const policy: Omit<Queue, 'name'> = {
  policy: 'standard',
  retryLimit: unlimitedRetries,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: longestRetryDelay,
  expireInSeconds: 3600,
  heartbeatSeconds: 30,
  retentionSeconds: 10 * 365 * 24 * 3600,
  deleteAfterSeconds: 600,
};
