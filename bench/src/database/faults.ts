import type { ServerBehindProxy } from '@cascade/service/bench';

/** Something that goes wrong between service and database; returns what ends it. */
export type DatabaseFault = (server: ServerBehindProxy) => Promise<() => Promise<void> | void>;

const untilEnd = () => {};

/** By name. `locked` concerns the first account only. */
export const faults: Readonly<Record<string, DatabaseFault>> = {
  async silent({ proxy }) {
    proxy.silence();
    return untilEnd;
  },
  async 'silent answers'({ proxy }) {
    proxy.silence('answers');
    return untilEnd;
  },
  async 'silent requests'({ proxy }) {
    proxy.silence('requests');
    return untilEnd;
  },
  'stopped backends': (server) => server.stopBackends(),
  async locked(server) {
    const session = await server.session();
    await session.query("begin; select from cascade.accounts where name = 'first' for update");
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
};

async function endSessions(server: ServerBehindProxy): Promise<void> {
  await server.ask(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'cascade_service'",
  );
}
