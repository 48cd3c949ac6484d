import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import { sql, t } from '../store/tables.ts';
import { auditMessages, type MessageFindings } from './audit-messages.ts';

/** What an audit finds in messages. */
export const findingKinds = ['forgotten', 'unreleased'] as const;
type FindingKind = (typeof findingKinds)[number];

export interface AuditDailyOptions {
  readonly log: Log;
  /** Stops after the current window. */
  readonly signal: AbortSignal;
  /** Called with the number of findings of a kind, if there are any. */
  readonly onFindings: (kind: FindingKind, count: number) => void;
}

/** The most ids in a line of the log. */
const idsShown = 20;

/**
 * Audits the messages of a store, unless a replica has begun that within a day. Nothing is repaired. What is
 * not finished starts anew in the next hour.
 */
export async function auditDaily(pool: Pool, { log, signal, onFindings }: AuditDailyOptions): Promise<void> {
  const { rowCount } = await pool.query(beginSql);
  if (rowCount === 0) return;
  let findings: MessageFindings | undefined;
  try {
    findings = await auditMessages(pool, { signal });
  } finally {
    if (findings === undefined || signal.aborted) await pool.query(giveUpSql);
  }
  for (const kind of findingKinds) report(kind, findings[kind]);
  if (!signal.aborted) log.info({ messages: findings.messages }, 'audited messages');

  function report(kind: FindingKind, found: MessageFindings[FindingKind]): void {
    if (found.length === 0) return;
    onFindings(kind, found.length);
    const messageIds = found.slice(0, idsShown).map(({ messageId }) => messageId);
    log.error({ kind, count: found.length, messageIds }, 'an audit found what must not be: see RUNBOOK.md');
  }
}

const beginSql = sql`
insert into ${t.sweeps} as s (name, done_until) values ('audit', now())
on conflict (name) do update set done_until = now() where s.done_until < now() - interval '1 day'`;

const giveUpSql = sql`delete from ${t.sweeps} where name = 'audit'`;
