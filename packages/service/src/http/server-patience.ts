/** The time-outs of the server for clients, in milliseconds. */
export interface ServerPatience {
  /** For the headers of a request. */
  readonly headers: number;
  /** For the whole request. */
  readonly request: number;
  /** Between two requests on a connection. */
  readonly idle: number;
  /** For requests in progress while the server closes; then it cuts their connections. */
  readonly closing: number;
}

/** Idle exceeds the minute of most load balancers, so that the server never closes a connection in use. */
export const defaultPatience: ServerPatience = {
  headers: 10_000,
  request: 30_000,
  idle: 72_000,
  closing: 10_000,
};
