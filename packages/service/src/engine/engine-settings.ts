/** The settings of an operator; absent members have defaults. */
export interface EngineSettings {
  /** The longest text by channel, in code points, e.g. `{ SMS: 1600 }`; no limit if absent (ADR-0030). */
  readonly lengthLimits?: Readonly<Record<string, number>>;
  /** Channels whose stages end UNDELIVERED at once, without a charge, because nothing can send them; none if absent. */
  readonly withoutGateway?: readonly string[];
  /** Seconds after which an attempt of unknown outcome counts as undelivered; 24 hours if absent. */
  readonly giveUpSeconds?: number;
  /** Time-out of a gateway, after which the attempt is sent again; 60 if absent. */
  readonly gatewaySeconds?: number;
  /** Jobs per fetch, of up to 32 messages each; 16 if absent. */
  readonly batchSize?: number;
  /** Batches of stages under way at once; 8 if absent. A slow gateway blocks the rest of its batch. */
  readonly concurrency?: number;
}

export const defaultSettings: Required<EngineSettings> = {
  lengthLimits: {},
  withoutGateway: [],
  giveUpSeconds: 24 * 60 * 60,
  gatewaySeconds: 60,
  batchSize: 16,
  concurrency: 8,
};
