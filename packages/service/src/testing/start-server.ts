import { onTestFinished } from 'vitest';
import { completeSettings } from '../accounts/account-settings.ts';
import type { Account } from '../accounts/directory/account.ts';
import { createServer, type Served, type ServerOptions } from '../http/create-server.ts';
import type { ApiOperation } from '../http/operation.ts';

const path = '/api/cascade/schedule';

/**
 * Starts a server with one operation for one test, and tells what it served and logged; `demo-key` is the
 * key.
 */
export async function startServer(
  operation: ApiOperation,
  options: Partial<ServerOptions> = {},
  account: Partial<Account> = {},
) {
  const served: Served[] = [];
  const complaints: string[] = [];
  const complain = (_fields: object, message: string) => void complaints.push(message);
  const server = createServer({
    directory: directoryOf({ ...demoAccount, ...account }),
    operations: { [path]: operation },
    log: { info: () => {}, warn: complain, error: complain },
    onServed: (one) => void served.push(one),
    ...options,
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const close = async () => {
    await server.close();
  };
  onTestFinished(close);
  return {
    url,
    served,
    /** Messages of warnings and errors. */
    complaints,
    close,
  };
}

const demoAccount: Account = {
  id: 1,
  name: 'demo',
  cascades: new Map(),
  settings: completeSettings({}),
  senders: [],
  templates: [],
};

function directoryOf(account: Account): ServerOptions['directory'] {
  return {
    findByKey: (key) => (key === 'demo-key' ? account : undefined),
  };
}
