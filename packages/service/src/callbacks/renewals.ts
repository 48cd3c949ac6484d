import type { Pool, PoolClient } from 'pg';
import type { Log } from '../log.ts';
import { type Listener, listenOn } from '../store/connection/listen.ts';

/**
 * The NOTIFY channel for registrations of callback URLs, which tells all replicas that an account has registered a URL that
 * answers. The payload is the id of the account.
 */
export const renewalChannel = 'cascade_callbacks_registered';

/** Has the caller's transaction tell all replicas. A statement of its own: on a cluster, others run on another node. */
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
