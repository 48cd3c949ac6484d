import type { Pool, PoolClient } from 'pg';
import { countRegistration } from '../accounts/count-registration.ts';
import { findAccountId } from '../accounts/find-account-id.ts';
import type { Log } from '../log.ts';
import { type Listener, listenOn } from '../store/connection/listen.ts';
import { type Statement, sql, t } from '../store/tables.ts';
import { inTransaction } from '../store/transaction.ts';
import { isOf, type RegistrationKey } from './undelivered/selection.ts';

/** A callback registration (ADR-0014) by the number that operators name it with. */
export interface Registration extends RegistrationKey {
  readonly id: number;
  readonly account: string;
  readonly disabledAt: Date | null;
  readonly disabledReason: string | null;
}

/** No registration has this number. */
class UnknownRegistrationError extends Error {
  constructor(id: number) {
    super(`There is no registration ${id}. cascade-service callbacks list shows all of them.`);
    this.name = 'UnknownRegistrationError';
  }
}

/** @throws {UnknownRegistrationError} */
export function findRegistration(pool: Pool | PoolClient, id: number): Promise<Registration> {
  return readOne(
    pool,
    id,
    sql`select ${columns} from ${t.callbacks} callback
     join ${t.accounts} account on account.id = callback.account_id
     where callback.id = $1`,
    [id],
  );
}

/**
 * Stops the callbacks of a registration: what is due waits, undelivered. Registering it again does not enable
 * it.
 * @throws {UnknownRegistrationError}
 */
export function disableRegistration(pool: Pool, id: number, reason: string): Promise<Registration> {
  return readOne(
    pool,
    id,
    sql`update ${t.callbacks} callback
     set disabled_at = coalesce(callback.disabled_at, clock.now), disabled_reason = $2
     from ${t.accounts} account, (select now() as now offset 0) as clock
     where callback.id = $1 and account.id = callback.account_id
     returning ${columns}`,
    [id, reason],
  );
}

/**
 * Lets callbacks of a registration be sent again, also those that waited: the replicas hear of it at once.
 * @throws {UnknownRegistrationError}
 */
export function enableRegistration(pool: Pool, id: number): Promise<Registration> {
  return inTransaction(pool, async (client, write) => {
    const version = await countRegistration(client, (await findRegistration(client, id)).accountId);
    const registration = await readOne(
      client,
      id,
      sql`update ${t.callbacks} callback
       set disabled_at = null, disabled_reason = null, failing_since = null, last_error = null, version = $2
       from ${t.accounts} account
       where callback.id = $1 and account.id = callback.account_id
       returning ${columns}`,
      [id, version],
    );
    write(announceRenewal(client, registration.accountId));
    return registration;
  });
}

const columns = `callback.id, callback.account_id as "accountId", callback.subject_id as "subjectId",
  account.name as account, callback.disabled_at as "disabledAt", callback.disabled_reason as "disabledReason"`;

async function readOne(
  client: Pool | PoolClient,
  id: number,
  text: Statement,
  values: readonly unknown[],
): Promise<Registration> {
  const { rows } = await client.query<Registration>(text, [...values]);
  const [registration] = rows;
  if (registration === undefined) throw new UnknownRegistrationError(id);
  return registration;
}

/**
 * The NOTIFY channel for registrations of callback URLs, which tells all replicas that an account has
 * registered a URL that answers. The payload is the id of the account.
 */
export const renewalChannel = 'cascade_callbacks_registered';

/**
 * Has the caller's transaction tell all replicas. A statement of its own: on a cluster, others run on another
 * node.
 */
export async function announceRenewal(client: PoolClient, accountId: number): Promise<void> {
  await client.query('select pg_notify($1, $2)', [renewalChannel, String(accountId)]);
}

/** Without LISTEN, for instance behind a pooler, the next probe of the receiver finds out. */
export function listenForRenewals(
  { pool, log }: { readonly pool: Pool; readonly log: Log },
  onRenewed: (accountId: number) => void,
): Listener {
  const onNotification = (payload: string) => onRenewed(Number(payload));
  return listenOn({ pool, log, channel: renewalChannel, onNotification, onConnected: () => {} });
}

/** What an account registered (ADR-0014), as the CLI lists it. URLs may contain secrets. */
export interface ListedCallbacks {
  readonly id: number;
  readonly account: string;
  /** The sender signature whose events go there; null for every sender without a registration of its own. */
  readonly subjectId: number | null;
  readonly statusUrl: string;
  /** Whether a secret of the registration, or of the account, signs its callbacks (ADR-0057). */
  readonly signed: boolean;
  /** Names of the headers that the operator declared. */
  readonly headers: readonly string[];
  /** When the receiver answered 410 or an operator disabled it; null while callbacks are sent. */
  readonly disabledAt: Date | null;
  readonly disabledReason: string | null;
  /** The first failure since the last success, and the error of the last one; null while attempts succeed. */
  readonly failingSince: Date | null;
  readonly lastError: string | null;
  /** Events that no attempt is planned for. */
  readonly undelivered: number;
}

/**
 * The registrations of an account, or of all accounts, by account and sender.
 * @throws {UnknownAccountError}
 */
export async function listCallbacks(
  pool: Pool,
  account: string | undefined,
): Promise<readonly ListedCallbacks[]> {
  const id = account === undefined ? null : await findAccountId(pool, account);
  const { rows } = await pool.query<ListedCallbacks>(
    sql`select c.id, a.name as account, c.subject_id as "subjectId", c.url as "statusUrl",
       c.secret is not null or exists (
         select from ${t.callback_secrets} secrets
         where secrets.account_id = c.account_id and (secrets.expires_at is null or secrets.expires_at > now())
       ) as signed,
       array(select jsonb_object_keys(coalesce(c.headers, '{}'))) as headers, c.disabled_at as "disabledAt",
       case when c.disabled_at is not null then coalesce(c.disabled_reason, '410') end as "disabledReason",
       c.failing_since as "failingSince", c.last_error as "lastError", (
         select count(*)::integer from ${t.undelivered} u
         where u.account_id = c.account_id and ${isOf('c.subject_id')}
       ) as undelivered
     from ${t.callbacks} c
     join ${t.accounts} a on a.id = c.account_id
     where $1::bigint is null or c.account_id = $1
     order by a.name, c.subject_id nulls first`,
    [id],
  );
  return rows;
}
