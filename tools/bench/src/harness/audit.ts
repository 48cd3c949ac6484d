import { setTimeout } from 'node:timers/promises';
import {
  type Audit,
  audit,
  lookAt,
  lookInto,
  type ServerBehindProxy,
  type Statement,
  sql,
  t,
} from '@cascade/service/bench';
import { sum, sums, tenths } from './statistics.ts';

/** A session with the database beside the service. */
export type Asked = Parameters<typeof audit>[0];

/** Queries the database beside the service. */
export type Look = <Result>(work: (asked: Asked) => Promise<Result>) => Promise<Result>;

const patience = 20_000;
const tooManyConnections = '53300';

/** A look into an embedded server, whose connections two busy replicas may all use. */
export function lookInside(dataFolder: string): Look {
  return async (work) => {
    for (const end = performance.now() + patience; ; )
      try {
        return await lookInto(dataFolder, work);
      } catch (error) {
        const { code } = error as { readonly code?: unknown };
        if (code !== tooManyConnections || performance.now() > end) throw error;
        await setTimeout(100);
      }
  };
}

export function lookOn(url: string): Look {
  return (work) => lookAt(url, work);
}

/** Beside the proxy, which may carry nothing. */
export function lookBeside(server: ServerBehindProxy): Look {
  return async (work) => {
    const session = await server.session();
    return work(session).finally(() => session.end());
  };
}

/** Compares the store with what the service promised its callers. */
interface Check extends Audit {
  /** How many of the given request ids have no message. */
  readonly missing: number;
}

/** Reads the store of a running service: each part of it, if it is spread over several. */
export async function check(looks: readonly Look[], accepted: readonly string[]): Promise<Check> {
  const missing = (await missingIds(looks, accepted)).length;
  return { missing, ...sums(await Promise.all(looks.map((look) => look(audit)))) };
}

/** Those of the request ids that have no message. */
async function missingIds(looks: readonly Look[], ids: readonly string[]): Promise<readonly string[]> {
  const stored = sql`select request_id as id from ${t.messages} where request_id = any($1::uuid[])`;
  const found = new Set(await idsOf(looks, stored, [ids]));
  return ids.filter((id) => !found.has(id));
}

async function idsOf(
  looks: readonly Look[],
  statement: Statement,
  values: unknown[],
): Promise<readonly string[]> {
  const ask = (look: Look) => look((asked) => asked.query<{ id: string }>(statement, values));
  const parts = await Promise.all(looks.map(ask));
  return parts.flatMap(({ rows }) => rows.map(({ id }) => id));
}

export interface DrainOptions {
  readonly say?: (line: string) => void;
  /** Four minutes if absent; who holds a job and is silent for 30 seconds has lost it. */
  readonly patienceMs?: number;
  readonly pauseMs?: number;
}

/**
 * Resolves when no work is left, or after the patience: what the last check found, and the seconds that it
 * took.
 */
export async function drain(looks: readonly Look[], accepted: readonly string[], options: DrainOptions = {}) {
  const { say = () => {}, patienceMs = 240_000, pauseMs = 2_000 } = options;
  for (const begin = performance.now(); ; ) {
    const last = await check(looks, accepted);
    const { notEnded, notReported } = last;
    const elapsed = performance.now() - begin;
    if (notEnded + notReported === 0 || elapsed > patienceMs) return { last, drainSeconds: tenths(elapsed) };
    say(`draining: ${notEnded} messages and ${notReported} callbacks to go`);
    await setTimeout(pauseMs);
  }
}

/** What a receiver of callbacks has got. */
export interface Got {
  /** How often each status event was received, by webhook-id. */
  readonly times: ReadonlyMap<string, number>;
  /** The request ids that were reported DELIVERED. */
  readonly delivered: ReadonlySet<string>;
}

/** Waits until no work is left, and compares the store and the receiver with the accepted requests. */
export async function settle(
  looks: readonly Look[],
  accepted: readonly string[],
  got: () => Got | Promise<Got>,
  options: DrainOptions = {},
) {
  const drained = await drain(looks, accepted, options);
  const events = await idsOf(looks, sql`select id from ${t.status_events}`, []);
  const { times, delivered } = await got();
  return {
    ...drained,
    statusEvents: events.length,
    /** Status events that never came. */
    unreported: events.filter((id) => !times.has(id)).length,
    undelivered: accepted.filter((requestId) => !delivered.has(requestId)).length,
    repeatedCallbacks: repeatsOf(times),
  };
}

/** Callbacks beyond the first of each status event. */
function repeatsOf(times: ReadonlyMap<string, number>): number {
  return sum([...times.values()]) - times.size;
}
