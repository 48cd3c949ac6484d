import type { Pool } from 'pg';
import { isStoreAway } from '../http/store-failure.ts';
import { describeError, type Log, silent } from '../log.ts';
import { poll } from '../poll.ts';
import { migrateToServe } from '../running/migrate-to-serve.ts';
import { createShutdown, type Shutdown } from '../shutdown.ts';
import { sql, t } from '../store/tables.ts';
import type { Shard } from './open-shards.ts';
import { migratingOnCluster, placeFunctions } from './place-functions.ts';
import type { RunningShard, ServedShards } from './router.ts';

interface PrepareOptions {
  readonly log: Log;
  readonly shutdown: Shutdown;
  /** Applies the accounts file to all shards, by a pool for each. */
  readonly applyAccounts: (pools: readonly Pool[]) => Promise<void>;
}

/** Shards that are migrated, with the pools to change their accounts with; the others do not answer. */
export type PreparedShards = ReadonlyMap<Shard, Pool>;

/**
 * Migrates the shards that answer as far as the service needs it, and the rest while it serves. The accounts
 * file is applied once all of them are: an account that none of some shards has may be in another.
 *
 * @throws if no shard answers.
 */
export async function prepareShards(
  shards: readonly Shard[],
  { log, shutdown, applyAccounts }: PrepareOptions,
): Promise<PreparedShards> {
  const reasons = await Promise.all(shards.map(whyAway));
  const prepared = new Map<Shard, Pool>();
  for (const [at, shard] of shards.entries())
    if (reasons[at] === undefined) prepared.set(shard, await migrateShard(shard, log, shutdown));
  if (prepared.size === 0) throw reasons[0];
  const away = shards.filter((shard) => !prepared.has(shard)).map(({ number }) => number);
  if (away.length === 0) await applyAccounts([...prepared.values()]);
  else
    log.warn(
      { shards: away },
      'these shards do not answer: they are served, and the accounts file is applied, when they do',
    );
  return prepared;
}

/** Why a shard does not answer, from here or from the coordinator; undefined if it does. */
async function whyAway({ pool, centralPool }: Shard): Promise<unknown> {
  try {
    await Promise.all([pool.query('select'), centralPool.query(sql`select from ${t.migrations} limit 1`)]);
    return undefined;
  } catch (error) {
    if (isStoreAway(error)) return error;
    throw error;
  }
}

/** Through the coordinator, which changes tables and functions on all nodes. */
function migrateShard(
  { number, atCoordinator, readNames }: Shard,
  log: Log,
  shutdown: Shutdown,
): Promise<Pool> {
  return migrateToServe(atCoordinator, {
    log,
    shutdown,
    onCluster: migratingOnCluster(number),
    async onMigrated(pool) {
      await placeFunctions(pool, number);
      await readNames();
    },
  });
}

interface StartOptions extends PrepareOptions {
  readonly start: (shard: Shard, shutdown: Shutdown) => Promise<RunningShard>;
  /** Milliseconds between two looks at the shards that do not answer; five seconds if absent. */
  readonly pauseMs?: number;
}

/** Starts the prepared shards, and the others as soon as they answer. */
export async function startShards(
  shards: readonly Shard[],
  prepared: PreparedShards,
  served: ServedShards,
  { start, ...options }: StartOptions,
): Promise<void> {
  const { running, away } = served;
  for (const shard of prepared.keys()) {
    running.push(await start(shard, options.shutdown));
    away.delete(shard.number);
  }
  if (away.size === 0) return;
  options.shutdown.add({ of: 'shards', end: startLater(shards, prepared, served, { start, ...options }) });
}

/** Returns what ends it, with the shards that it has started. */
function startLater(
  shards: readonly Shard[],
  prepared: PreparedShards,
  { running, away }: ServedShards,
  { log, start, applyAccounts, pauseMs = 5_000 }: StartOptions,
): () => Promise<void> {
  const pools = new Map(prepared);
  const started: Shutdown[] = [];

  async function tryToStart(shard: Shard, signal: AbortSignal): Promise<void> {
    const { number } = shard;
    const phases = createShutdown();
    try {
      if ((await whyAway(shard)) !== undefined || signal.aborted) return;
      started.push(phases);
      pools.set(shard, await migrateShard(shard, log, phases));
      running.push(await start(shard, phases));
      // What it added after the stop had ended its phases is ended below.
      signal.throwIfAborted();
      running.sort((one, other) => one.number - other.number);
      away.delete(number);
      log.info({ shard: number }, 'the shard answers, and is served');
    } catch (error) {
      if (!signal.aborted)
        log.error(
          { shard: number, error: describeError(error) },
          'the shard cannot be started; trying again',
        );
      await phases.run(silent).catch(() => {});
    }
  }

  async function tryAll(signal: AbortSignal): Promise<number> {
    for (const shard of shards)
      if (signal.aborted) return pauseMs;
      else if (away.has(shard.number)) await tryToStart(shard, signal);
    if (away.size > 0) return pauseMs;
    await applyAccounts(shards.flatMap((shard) => pools.get(shard) ?? [])).catch((error: unknown) =>
      log.error({ error: describeError(error) }, 'the accounts file cannot be applied'),
    );
    return Number.POSITIVE_INFINITY;
  }

  const polling = poll(tryAll, { shortest: pauseMs, longest: pauseMs, first: pauseMs });
  return async () => {
    // What is being started ends with its phases.
    void polling.stop();
    for (const phases of started.reverse()) await phases.run(log);
  };
}
