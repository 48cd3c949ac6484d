/**
 * What a stop waits for ends in this order, in seconds since the signal. Requests under way have their
 * answers within 10, and an attempt of a callback takes 15 at most, so both fit between.
 */
export const stopBudget = {
  /** Then calls to gateways are aborted: other replicas repeat these attempts under their ids. */
  gateways: 25,
  /** Then the database is given up, if it has not been already because it is away. */
  database: 45,
  /** Then the process ends, whatever still runs. */
  process: 55,
  /** Supervisors send SIGKILL no sooner. */
  supervisor: 60,
} as const;
