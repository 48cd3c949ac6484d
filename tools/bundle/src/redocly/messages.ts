/** One run of Redocly. */
export interface Job {
  /** The words that follow `redocly` on a command line. */
  readonly args: readonly string[];
  /** Where it runs. */
  readonly folder: string;
}

/** How a run of Redocly ended. */
export interface JobResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
