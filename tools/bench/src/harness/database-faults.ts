import type { ServerBehindProxy } from '@cascade/service/bench';

/** Something that goes wrong between service and database; returns what ends it. */
export type DatabaseFault = (
  server: ServerBehindProxy,
  account: string,
) => Promise<() => Promise<void> | void>;

/** A silent connection stays so: replicas must give it up. */
const untilGivenUp = () => {};

/** By name. `locked` concerns one account only; it loses no result, as the others may. */
export const databaseFaults = {
  async silent({ proxy }) {
    proxy.silence();
    return untilGivenUp;
  },
  async 'silent answers'({ proxy }) {
    proxy.silence('answers');
    return untilGivenUp;
  },
  async 'silent requests'({ proxy }) {
    proxy.silence('requests');
    return untilGivenUp;
  },
  'stopped backends': (server) => server.stopBackends(),
  async locked(server, account) {
    const session = await server.session();
    await session.query('begin');
    await session.query('select from cascade.accounts where name = $1 for update', [account]);
    return () => session.end();
  },
  async 'read-only'(server) {
    await server.ask('alter database cascade set default_transaction_read_only = on');
    await endSessions(server);
    return async () => {
      await server.ask(
        'set transaction_read_only = off; alter database cascade reset default_transaction_read_only',
      );
      // As a failover would.
      await endSessions(server);
    };
  },
} satisfies Readonly<Record<string, DatabaseFault>>;

async function endSessions(server: ServerBehindProxy): Promise<void> {
  await server.ask(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'cascade_service'",
  );
}
