import { prepared } from '../store/prepared.ts';
import { inTransaction } from '../store/transaction.ts';
import { applyEvent, type GiveUpOptions } from './apply-event.ts';
import { type CascadeRun, type CascadeRuns, loadRuns, runOf } from './cascade-run.ts';
import type { EngineStore } from './engine-store.ts';
import type { Applied, EngineEvent } from './events.ts';
import { lockAccounts } from './load-cascades.ts';
import { type DueStage, loadFacts } from './load-facts.ts';
import { saveRuns } from './save-runs.ts';
import { isDue } from './transition.ts';

export interface ApplyOptions extends GiveUpOptions {
  /** The longest text of each channel, in code points (ADR-0030). */
  readonly lengthLimits: Readonly<Record<string, number>>;
  /** Channels that have no gateway. */
  readonly withoutGateway: readonly string[];
  readonly now: () => Date;
  /** Called with the messages of a batch after its commit. */
  readonly onApplied?: (runs: readonly CascadeRun[]) => void;
}

/**
 * Applies events to their messages in one transaction, and returns what each leaves to do. Unless it may wait, it rejects
 * soon if another transaction has locked a message or an account. Events of unknown
 * messages and attempts are dropped.
 */
export async function applyBatch(
  store: EngineStore,
  { lengthLimits, withoutGateway, now, onApplied = () => {}, ...options }: ApplyOptions,
  events: readonly EngineEvent[],
  mayWait = true,
): Promise<readonly Applied[]> {
  const { results, runs } = await inTransaction(store.pool, async (client, write) => {
    if (!mayWait) write(client.query(shortLocks([])));
    const at = now();
    const loaded = await loadRuns(client, events);
    const runs = [...loaded.byMessage.values()];
    const due = findDue(loaded, events);
    // Locked before the facts are read: two replicas must not count template messages of one account at once.
    const accountsLocked = due.some(({ stage }) => stage.channel === 'CHATTWO');
    if (accountsLocked) write(lockAccounts(client, runs.map(accountOf)));
    const facts = await loadFacts(client, due, { lengthLimits, withoutGateway, at });
    const results = events.map((event) => applyEvent(runOf(loaded, event), event, facts, options));
    await saveRuns(store, { client, write }, { runs, templatesSent: facts.counted, at, accountsLocked });
    return { results, runs };
  });
  onApplied(runs);
  return results;
}

/** Longer than other replicas hold a lock, and short for all who wait behind this batch. */
const shortLocks = prepared("set local lock_timeout = '200ms'");

function findDue(runs: CascadeRuns, events: readonly EngineEvent[]): DueStage[] {
  return events.flatMap((event) => {
    const run = runOf(runs, event);
    if (event.kind !== 'stage-due' || run === undefined || !isDue(run.state, event.position)) return [];
    const stage = run.state.plan[event.position - 1];
    return stage === undefined ? [] : [{ cascade: run.cascade, stage }];
  });
}

function accountOf({ cascade }: CascadeRun): number {
  return cascade.accountId;
}
