/** A stage as it stood when the message was accepted; later changes of the cascade do not touch it. */
export interface PlannedStage {
  readonly uuid: string;
  readonly channel: string;
  /** After this time the next stage starts although this one has not ended; none for the last (ADR-0019). */
  readonly ttlSeconds: number | null;
  readonly subjectId: number | null;
  readonly subject: string | null;
  /** Minor units (ADR-0012). */
  readonly price: number;
}
