/** A time in milliseconds, from which the seed draws if both differ. */
export type Range = readonly [least: number, most: number];

/** The messages of an account; see schedule.schema.yaml for each field. */
export interface LoadEntry {
  readonly account: string;
  readonly accounts: number;
  readonly purse: number | undefined;
  readonly rate: number | undefined;
  readonly callers: number;
  readonly pause: Range;
  readonly repeat: Range | undefined;
  readonly at: Range;
  /** A name of the messages of load.ts. */
  readonly messages: string;
  readonly times: number;
  readonly others: boolean;
  readonly receiver: 'breakable' | 'threaded' | 'none';
}

/** What goes wrong again and again, or once. */
export interface FaultEntry {
  /** Names of faults.ts. */
  readonly fault: readonly string[];
  readonly inTurn: boolean;
  readonly of: readonly string[];
  readonly at: Range | undefined;
  readonly for: Range;
  readonly every: Range | undefined;
  readonly wait: Range;
  readonly by: readonly number[];
}

export interface Schedule {
  readonly name: string;
  readonly says: string;
  readonly minutes: number;
  /** Milliseconds of the load. */
  readonly for: number;
  readonly on: string;
  readonly replicas: number;
  /** Milliseconds. */
  readonly drain: number;
  readonly gateway: {
    readonly kind: 'http' | 'smpp' | 'simulator';
    readonly latencyMs: number;
    readonly hasReceipts: boolean;
    readonly windowMs: number;
  };
  readonly service: {
    readonly development: boolean;
    readonly backPressure: boolean;
    readonly logLevel: string;
  };
  readonly load: readonly LoadEntry[];
  readonly faults: readonly FaultEntry[];
  /** By the name of a judge, the reason. */
  readonly excused: Readonly<Record<string, string>>;
}
