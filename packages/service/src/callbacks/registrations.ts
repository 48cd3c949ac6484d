import type { Pool, PoolClient } from 'pg';
import { countRegistration } from '../accounts/count-registration.ts';
import { type Statement, sql, t } from '../store/tables.ts';
import { inTransaction } from '../store/transaction.ts';
import { announceRenewal } from './renewals.ts';
import type { RegistrationKey } from './undelivered/selection.ts';

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
 * Stops the callbacks of a registration: what is due waits, undelivered. Registering it again does not enable it.
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
