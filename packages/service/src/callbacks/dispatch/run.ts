/** An attempt under way. */
export interface Run {
  readonly startedAt: number;
  /** Attempts under way when it began, with itself. */
  readonly running: number;
}
