/** The tables of the service, in the schema `cascade` of its database. */
export const tableNames = [
  ...(['accounts', 'api_keys', 'key_ends', 'prices', 'senders', 'templates', 'cascades', 'stages'] as const),
  ...(['callbacks', 'callback_secrets', 'request_ids', 'messages', 'message_plans', 'ledger'] as const),
  ...(['stage_attempts', 'template_days', 'dialogues', 'unmatched_receipts', 'paused_gateways'] as const),
  ...(['status_events', 'undelivered', 'replicas', 'due', 'waiting', 'waiting_lanes', 'sweeps'] as const),
  ...(['migrations', 'functions'] as const),
];

/** Functions that statements call. */
const functionNames = ['accept_batch'] as const;

/** How statements call tables and functions, with their schema; and the schema, for what else is in it, such as sequences. */
export type Names = Readonly<
  Record<(typeof tableNames)[number] | (typeof functionNames)[number] | 'schema', string>
>;

/** @param others Those of these that have other names. */
export function namesIn(schema: string, others: ReadonlyMap<string, string> = new Map()): Names {
  const all = [...tableNames, ...functionNames].map((name) => [name, `${schema}.${name}`]);
  return { schema, ...Object.fromEntries([...all, ...others]) };
}

/** Those of a database that has all tables in one schema: always, unless it is distributed. */
export const plainNames = namesIn('cascade');

/** Where the statements of a pool find the tables. */
export interface Tables {
  readonly names: Names;
  /** Whether Citus plans each statement first, for which it needs the values. */
  readonly isRouted: boolean;
  /** What each transaction runs first, so that the tables stay on their server; undefined if they always do. */
  readonly hold?: string;
}
