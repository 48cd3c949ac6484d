import { canonicalReason, isKnownUndeliveredReason, undeliveredReasons } from '@cascade/types';
import { Counter, Histogram, type Registry } from 'prom-client';
import { channels } from '../channels.ts';
import type { CascadeRun } from '../engine/cascade-run.ts';
import { isDelivered } from '../engine/status-rank.ts';

/** The members of a run that are counted. */
export type CountedRun = Pick<CascadeRun, 'cascade' | 'state' | 'changes'>;

export interface EngineMetrics {
  onApplied(runs: readonly CountedRun[]): void;
  onResultCommitted(seconds: number): void;
}

/** Counts committed runs of this process. Unknown channels and reasons are labelled `other`, to bound the labels. */
export function createEngineMetrics(registers: Registry[]): EngineMetrics {
  const results = new Histogram({
    name: 'cascade_result_commit_seconds',
    help: 'Time from the answer of a gateway to the commit of its result: a kill meanwhile repeats the send.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  const changed = new Counter({
    name: 'cascade_stage_status_changes_total',
    help: 'Changes of the status of stage attempts, by channel and new status.',
    labelNames: ['channel', 'status'],
    registers,
  });
  const undelivered = new Counter({
    name: 'cascade_stages_undelivered_total',
    help: 'Stage attempts that ended UNDELIVERED, by reason.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of [...undeliveredReasons(), 'other']) undelivered.inc({ reason }, 0);
  const ended = new Counter({
    name: 'cascade_cascades_ended_total',
    help: 'Scheduled messages whose cascade has ended.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['delivered', 'not-delivered']) ended.inc({ outcome }, 0);

  function count({ cascade, state, changes }: CountedRun): void {
    for (const { position, status, reason } of changes) {
      changed.inc({ channel: channelLabel(state.plan[(position ?? 0) - 1]?.channel), status });
      if (status === 'UNDELIVERED') undelivered.inc({ reason: reasonLabel(reason) });
    }
    if (cascade.state.phase === 'ended' || state.phase !== 'ended') return;
    const reached = state.attempts.some((attempt) => isDelivered(attempt.status));
    ended.inc({ outcome: reached ? 'delivered' : 'not-delivered' });
  }
  return {
    onApplied: (runs) => runs.forEach(count),
    onResultCommitted: (seconds) => results.observe(seconds),
  };
}

function channelLabel(channel = ''): string {
  return channels.includes(channel) ? channel : 'other';
}

/** Both spellings of a reason share a label (§7.4). */
function reasonLabel(reason: string | null): string {
  const canonical = canonicalReason(reason ?? '');
  return canonical !== undefined && isKnownUndeliveredReason(canonical) ? canonical : 'other';
}
