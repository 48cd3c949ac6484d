/** How long the server bears with a client, in milliseconds. */
export interface ServerPatience {
  /** Until the headers of a request are there. */
  readonly headers: number;
  /** Until all of a request is there. */
  readonly request: number;
  /** Between two requests on one connection. */
  readonly idle: number;
  /** While the server closes: until connections are cut on which a request is still under way. */
  readonly closing: number;
}

/** Idle is longer than the minute of most load balancers, so that it is never us who close a connection in use. */
export const defaultPatience: ServerPatience = {
  headers: 10_000,
  request: 30_000,
  idle: 72_000,
  closing: 10_000,
};
