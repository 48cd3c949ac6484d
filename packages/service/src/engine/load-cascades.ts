import type { PoolClient } from 'pg';
import type { PlannedStage } from '../domain/planned-stage.ts';
import type { Attempt, CascadeState } from './cascade-state.ts';
import type { AttemptStatus } from './status-rank.ts';

/** A scheduled message, locked until the transaction ends. */
export interface LoadedCascade {
  readonly accountId: number;
  readonly address: string;
  readonly addressType: string;
  readonly duplicate: boolean;
  /** One object for each channel (§2.1); only loaded where a stage may be sent. */
  readonly content: Readonly<Record<string, unknown>> | null;
  readonly state: CascadeState;
}

/** Which messages a batch is about. */
export interface Concerned {
  readonly messageIds: readonly number[];
  /** Those among them whose content is needed. */
  readonly withContent: readonly number[];
}

interface MessageRow {
  readonly id: number;
  readonly account_id: number;
  readonly address: string;
  readonly address_type: string;
  readonly duplicate: boolean;
  readonly state: CascadeState['phase'];
  readonly ended_at: Date | null;
  readonly reserved: number;
  readonly stages: readonly PlannedStage[];
  readonly content: Readonly<Record<string, unknown>> | null;
}

interface AttemptRow extends Attempt {
  readonly messageId: number;
}

/**
 * Locks messages in the order of their ids, or two replicas with the same messages would wait for each other for
 * ever; then reads them as they are now. Messages that are gone are left out.
 */
export async function loadCascades(
  client: PoolClient,
  { messageIds, withContent }: Concerned,
): Promise<Map<number, LoadedCascade>> {
  const { rows } = await client.query<MessageRow>(
    `select m.id, m.account_id, m.address, m.address_type, m.duplicate, m.state, m.ended_at, m.reserved, p.stages,
       case when m.id = any($2::bigint[]) then p.content end as content
     from cascade.messages m join cascade.message_plans p on p.message_id = m.id
     where m.id = any($1::bigint[])
     order by m.id
     for no key update of m`,
    [messageIds, withContent],
  );
  const attempts = Map.groupBy(await loadAttempts(client, messageIds), ({ messageId }) => messageId);
  return new Map(rows.map((row) => [row.id, toCascade(row, attempts.get(row.id) ?? [])]));
}

/** A statement of its own: it has to see what was committed while we waited for the locks. */
async function loadAttempts(client: PoolClient, messageIds: readonly number[]): Promise<AttemptRow[]> {
  const { rows } = await client.query<AttemptRow & { readonly status: AttemptStatus }>(
    `select message_id as "messageId", id, position, status, reason, gateway_reference as reference, template,
       started_at as "startedAt", ended_at as "endedAt"
     from cascade.stage_attempts
     where message_id = any($1::bigint[])
     order by message_id, position`,
    [messageIds],
  );
  return rows;
}

function toCascade(row: MessageRow, attempts: readonly Attempt[]): LoadedCascade {
  return {
    accountId: row.account_id,
    address: row.address,
    addressType: row.address_type,
    duplicate: row.duplicate,
    content: row.content,
    state: {
      messageId: row.id,
      phase: row.state,
      endedAt: row.ended_at,
      reserved: row.reserved,
      plan: row.stages,
      attempts,
    },
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The messages that these attempts belong to, by attempt; a gateway may name attempts that never were. */
export async function findMessages(
  client: PoolClient,
  attemptIds: readonly string[],
): Promise<Map<string, number>> {
  if (attemptIds.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; message_id: number }>(
    'select id, message_id from cascade.stage_attempts where id = any($1::uuid[])',
    [attemptIds.filter((id) => uuid.test(id))],
  );
  return new Map(rows.map(({ id, message_id }) => [id, message_id]));
}

/** Locks accounts in the order of their ids, after the messages: like the intake, which locks nothing before. */
export async function lockAccounts(client: PoolClient, accountIds: Iterable<number>): Promise<void> {
  const ids = [...new Set(accountIds)];
  if (ids.length === 0) return;
  await client.query(
    'select from cascade.accounts where id = any($1::bigint[]) order by id for no key update',
    [ids],
  );
}
