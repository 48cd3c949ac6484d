/** The queue is full: items arrive faster than the store commits them. */
export class QueueFullError extends Error {
  constructor(limit: number) {
    super(`${limit} requests are waiting for the store already`);
    this.name = 'QueueFullError';
  }
}

/** The store took too long. If the commit of the item was under way, its outcome is unknown. */
export class CommitDeadlineError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(milliseconds: number) {
    super(`the store did not commit within ${milliseconds / 1_000} seconds`);
    this.name = 'CommitDeadlineError';
  }
}
