/** What an operator may set; whatever is absent has its default. */
export interface EngineSettings {
  /** Code points at most, by channel, e.g. `{ SMS: 1600 }`; no limit if absent (ADR-0030). */
  readonly lengthLimits?: Readonly<Record<string, number>>;
  /**
   * After so many seconds of not knowing what became of an attempt, it counts as undelivered; 24 hours if
   * absent.
   */
  readonly giveUpSeconds?: number;
  /** A gateway that takes longer has not answered: the attempt is sent again; 60 if absent. */
  readonly gatewaySeconds?: number;
  /** Jobs fetched at once, of up to 32 messages each; 16 if absent. */
  readonly batchSize?: number;
  /** Batches of stages under way at once; 8 if absent. A gateway that is slow holds up those of its batch. */
  readonly concurrency?: number;
}

export const defaultSettings: Required<EngineSettings> = {
  lengthLimits: {},
  giveUpSeconds: 24 * 60 * 60,
  gatewaySeconds: 60,
  batchSize: 16,
  concurrency: 8,
};
