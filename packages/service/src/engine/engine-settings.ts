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
  /** The most messages whose stages or timers are under way at once; 4,096 if absent. An account gets a share of them. */
  readonly capacity?: number;
}

export const defaultSettings: Required<EngineSettings> = {
  lengthLimits: {},
  withoutGateway: [],
  giveUpSeconds: 24 * 60 * 60,
  gatewaySeconds: 60,
  capacity: 4_096,
};
