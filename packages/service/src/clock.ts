/** The two clocks of a process. */
export interface Clock {
  /**
   * The machine's time of day, for signatures and logs. It may be set, forwards and backwards, at any moment.
   * What is stored, or compared with stored times, has the database's time (`store/database-clock.ts`).
   */
  wall(): Date;
  /** Milliseconds since some moment in the past. It is never set: for all durations inside the process. */
  monotonic(): number;
}

export const systemClock: Clock = { wall: () => new Date(), monotonic: () => performance.now() };
