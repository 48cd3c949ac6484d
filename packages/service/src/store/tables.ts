import type { QueryConfig } from 'pg';

/** The tables of the service, in the schema `cascade` of its database. */
const tableNames = [
  'accounts',
  'api_keys',
  'key_ends',
  'prices',
  'senders',
  'templates',
  'cascades',
  'stages',
  'callbacks',
  'callback_secrets',
  'request_ids',
  'messages',
  'message_plans',
  'ledger',
  'stage_attempts',
  'template_days',
  'dialogues',
  'unmatched_receipts',
  'text_parts',
  'opt_outs',
  'paused_gateways',
  'status_events',
  'undelivered',
  'replicas',
  'due',
  'callback_parcels',
  'stage_parcels',
  'waiting',
  'waiting_lanes',
  'sweeps',
  'migrations',
  'functions',
] as const;

/** What statements name: tables, a function, and the schema, for what else is in it, such as sequences. */
const named = [...tableNames, 'accept_batch', 'schema'] as const;

type Named = (typeof named)[number];

/** What a database calls them, with the schema. */
export type Names = Readonly<Record<Named, string>>;

/** @param others Those of these that have other names. */
export function namesIn(schema: string, others: ReadonlyMap<string, string> = new Map()): Names {
  const all = named.map((name) => [name, `${schema}.${name}`]);
  return { ...Object.fromEntries([...all, ...others]), schema };
}

/** Those of a database that has all tables in one schema: always, unless it is distributed. */
const plainNames = namesIn('cascade');

/** Where the statements of a pool find the tables. */
export interface Tables {
  readonly names: Names;
  /** Whether a coordinator plans each statement first, for which it needs the values. */
  readonly isRouted: boolean;
  /**
   * What each transaction runs first, so that the tables stay on their server; undefined if they always do.
   */
  readonly hold?: string;
}

/** A part of a statement: its text is made for the names that a database gives to its tables. */
type Text = (names: Names) => string;

/** Its text is that for {@link plainNames}; a connection to tables with other names makes its own. */
export interface Statement extends QueryConfig {
  readonly make: Text;
}

class Table {
  readonly name: Named;

  constructor(name: Named) {
    this.name = name;
  }
}

/**
 * What statements name: `` sql`select from ${t.messages}` ``. A table whose columns are named by it has an
 * alias.
 */
export const t = Object.fromEntries(named.map((name) => [name, new Table(name)])) as Readonly<
  Record<Named, Table>
>;

type Part = Table | Statement | string | number;

/** The arguments of the tag of a template. */
export type SqlTemplate = readonly [texts: TemplateStringsArray, ...parts: readonly Part[]];

/** SQL of tables, of other SQL, and of texts, which are put into it as they are. */
export function sql(...[texts, ...parts]: SqlTemplate): Statement {
  return statementOf((names) => String.raw({ raw: texts }, ...parts.map((part) => textOf(part, names))));
}

function textOf(part: Part, names: Names): string | number {
  if (part instanceof Table) return names[part.name];
  return typeof part === 'object' ? part.make(names) : part;
}

export function statementOf(make: Text): Statement {
  return { text: make(plainNames), make };
}

/**
 * Names the tables of each statement as a database does. Each text is made once; the statement is copied,
 * since the driver writes values into what it is given.
 */
export function statementNamer(names = plainNames): (sent: unknown) => unknown {
  const made = new WeakMap<Text, string>();
  return (sent) => {
    if (!isStatement(sent)) return sent;
    const text = made.get(sent.make) ?? sent.make(names);
    made.set(sent.make, text);
    return { ...sent, text };
  };
}

function isStatement(sent: unknown): sent is Statement {
  return typeof sent === 'object' && sent !== null && 'make' in sent;
}
