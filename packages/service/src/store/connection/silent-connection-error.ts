/**
 * A connection gave no answer in time, so it was closed. What its statements did is unknown. The code is the one of a
 * time-out of TCP, and means the same to callers: the store is unavailable.
 */
export class SilentConnectionError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(seconds: number) {
    super(`the database did not answer within ${seconds} seconds`);
    this.name = 'SilentConnectionError';
  }
}
