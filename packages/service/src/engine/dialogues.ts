import type { PoolClient } from 'pg';
import { prepared } from '../store/prepared.ts';
import { t } from '../store/tables.ts';
import type { CascadeState } from './cascade-state.ts';
import type { LoadedCascade } from './load-cascades.ts';
import { isDelivered } from './status-rank.ts';

/** A dialogue on chattwo between an account and a subscriber. */
export interface Dialogue {
  readonly accountId: number;
  readonly address: string;
  readonly at: Date;
}

/** A dialogue stays open for 24 hours (§8). */
const dialogueSeconds = 24 * 60 * 60;

/** Longer addresses do not fit into an index of PostgreSQL; no real subscriber has one. */
const longestAddress = 512;

/** Opens dialogues for 24 hours, or extends them. */
export async function openDialogues(client: PoolClient, dialogues: readonly Dialogue[]): Promise<void> {
  if (dialogues.length === 0) return;
  await client.query(
    openDialoguesSql([
      dialogues.map(({ accountId }) => accountId),
      dialogues.map(({ address }) => address),
      dialogues.map(({ at }) => at),
      dialogueSeconds,
    ]),
  );
}

const openDialoguesSql = prepared`insert into ${t.dialogues} as dialogues (account_id, address, open_until)
     select account_id, address, max(at) + make_interval(secs => $4)
     from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as d (account_id, address, at)
     group by account_id, address
     order by account_id, address
     on conflict (account_id, address) do update
     set open_until = greatest(dialogues.open_until, excluded.open_until)`;

/** The dialogue that a template message on chattwo opens once it is delivered. */
export function dialoguesOf(
  { accountId, address, state }: LoadedCascade,
  after: CascadeState,
  at: Date,
): Dialogue[] {
  const opened = after.attempts.some(
    ({ template, status, position }, index) =>
      template !== null &&
      after.plan[position - 1]?.channel === 'CHATTWO' &&
      isDelivered(status) &&
      !isDelivered(state.attempts[index]?.status ?? 'ENQUEUED'),
  );
  return opened && address.length <= longestAddress ? [{ accountId, address, at }] : [];
}

/** Counts the template messages of a day (ADR-0030). The accounts must be locked. */
export async function countTemplates(
  client: PoolClient,
  counted: ReadonlyMap<number, number>,
  at: Date,
): Promise<void> {
  if (counted.size === 0) return;
  await client.query(countTemplatesSql([[...counted.keys()], [...counted.values()], at]));
}

const countTemplatesSql = prepared`insert into ${t.template_days} as template_days (account_id, day, sent)
     select account_id, ($3::timestamptz at time zone 'UTC')::date, sent
     from unnest($1::bigint[], $2::int[]) as c (account_id, sent)
     on conflict (account_id, day) do update set sent = template_days.sent + excluded.sent`;
