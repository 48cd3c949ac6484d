import { createRecentMap } from '../recent-map.ts';
import { type Part, part } from '../store/prepared.ts';
import { t } from '../store/tables.ts';
import { type CascadeRun, type CascadeRuns, createRun, runsOf } from './cascade-run.ts';
import type { EngineEvent, GatewayReports } from './events.ts';
import type { LoadedCascade } from './load-cascades.ts';
import { dialoguesOf } from './save-cascades.ts';

/** Messages as this replica has committed them, so that what gateways report of them needs no read. */
export type Remembered = ReturnType<typeof createRemembered>;

/** The least number of messages: gateways report within moments. */
const least = 2_048;

/** Only while a message has one attempt: that, and the message itself, tell two states of it apart. */
export function createRemembered() {
  const known = createRecentMap<string, LoadedCascade>(least);

  function takeOne({ attemptId, heard }: GatewayReports): LoadedCascade | undefined {
    const cascade = known.get(attemptId);
    const [attempt] = cascade?.state.attempts ?? [];
    if (heard !== undefined && (attempt?.status !== 'SENT' || attempt.reference !== heard)) return undefined;
    known.delete(attemptId);
    return cascade;
  }

  return {
    /** The messages of a batch after its commit. */
    add(runs: readonly CascadeRun[]): void {
      for (const { cascade, state } of runs) {
        const [attempt, ...others] = state.attempts;
        // Its content is no longer needed.
        if (attempt !== undefined && others.length === 0)
          known.set(attempt.id, { ...cascade, content: null, state });
      }
    },
    /**
     * The messages of reports, with these applied; undefined if any is not known, or the batch does more than
     * write.
     */
    take(events: readonly EngineEvent[], at: Date): CascadeRuns | undefined {
      const reports = events.filter((event) => event.kind === 'reports');
      if (reports.length < events.length) return undefined;
      const once = new Map(reports.map((one) => [one.attemptId, one]));
      const cascades = [...once.values()].flatMap((one) => takeOne(one) ?? []);
      if (cascades.length < once.size) return undefined;
      const loaded = runsOf(
        cascades.toSorted((a, b) => a.state.messageId - b.state.messageId).map(createRun),
      );
      for (const { attemptId, reports: all } of reports)
        for (const report of all) loaded.byAttempt.get(attemptId)?.apply(report);
      const isMore = ({ cascade, state, moves }: CascadeRun) =>
        moves.length > 0 || dialoguesOf(cascade, state, at).length > 0;
      return loaded.runs.some(isMore) ? undefined : loaded;
    },
  };
}

/**
 * The statuses that accounts without templates receive callbacks for, as this replica last read them; null
 * means all.
 */
export type KnownAccounts = ReturnType<typeof createKnownAccounts>;

export function createKnownAccounts() {
  const known = createRecentMap<number, { readonly reportedStatuses: readonly string[] | null }>(least);
  return {
    get: known.get,
    /** @param reportedStatuses undefined for an account with templates: of these, more has to be read. */
    set(accountId: number, reportedStatuses: readonly string[] | null | undefined): void {
      if (reportedStatuses === undefined) known.delete(accountId);
      else known.set(accountId, { reportedStatuses });
    },
  };
}

/**
 * Locks the messages of a batch and their attempts; has one row if all are as they were remembered, and no
 * later attempt has a reference of theirs, else none.
 */
export function areAsRemembered(runs: readonly CascadeRun[]): Part {
  const all = runs.map(({ cascade }) => cascade);
  const attempts = all.flatMap(({ state }) => state.attempts);
  return verified([
    all.map(({ accountId }) => accountId),
    all.map(({ state }) => state.messageId),
    all.map(({ state }) => state.phase),
    all.map(({ state }) => state.reserved),
    all.map(({ reportedStatuses }) => reportedStatuses && JSON.stringify(reportedStatuses)),
    attempts.map(({ id }) => id),
    attempts.map(({ status }) => status),
    attempts.map(({ changedAt }) => changedAt),
    attempts.map(({ reference }) => reference),
    attempts.map(({ position }) => position),
    all.length,
  ]);
}

/** What another transaction has locked is left to a batch that waits for it. */
const verified = part`
select from (
  select count(*) as verified from (
    select m.id
    from unnest(
      $1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::jsonb[], $6::uuid[], $7::text[], $8::timestamptz[], $9::text[],
      $10::int[]
    ) as known (account_id, message_id, state, reserved, told, attempt_id, status, changed_at, reference, position)
    join ${t.messages} m on m.account_id = known.account_id and m.id = known.message_id
      and m.state = known.state and m.reserved = known.reserved
    join ${t.stage_attempts} attempt on attempt.account_id = known.account_id
      and attempt.message_id = known.message_id and attempt.position = known.position and attempt.id = known.attempt_id
      and attempt.status = known.status
      and coalesce(attempt.changed_at, attempt.ended_at, attempt.started_at) = known.changed_at
      and coalesce(attempt.gateway_reference, attempt.other_reference) is not distinct from known.reference
      -- A receipt is of the latest attempt that has its reference.
      and not exists (
        select from ${t.stage_attempts} later
        where later.gateway_reference = attempt.gateway_reference and later.gateway_reference like 'smpp:%'
          and later.started_at >= attempt.started_at and later.id <> attempt.id
      )
    join ${t.accounts} a on a.id = known.account_id + 0
      and a.settings #> '{callbacks,statuses}' is not distinct from known.told
    order by m.id
    for no key update of m, attempt skip locked
  ) as locked
) as counted
where verified = $11`;
