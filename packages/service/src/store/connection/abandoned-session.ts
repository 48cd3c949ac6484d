/** A session of the server whose connection was closed on our side alone. */
export interface AbandonedSession {
  /** The process of the server, as it said when we connected. Behind a pooler the number means nothing. */
  readonly pid: number;
  /** Seconds since we connected. */
  readonly age: number;
}
