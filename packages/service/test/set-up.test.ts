import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { retarget } from '@cascade/embedded-postgres/testing';
import { runProgram } from '@cascade/repository/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { anAccount } from '../src/testing/declare.ts';
import { scheduling, send } from '../src/testing/requests.ts';
import { startTestService } from '../src/testing/start-test-service.ts';
import { systemPostgres, systemPrograms } from '../src/testing/system-postgres.ts';

const hasPsql = existsSync(join(systemPrograms ?? '/nowhere', 'psql'));
const reason = hasPsql ? '' : ' (skipped: no psql in /usr/lib/postgresql)';

test.skipIf(!hasPsql)(`the service runs with the role and the database of its README${reason}`, async () => {
  const postgres = await systemPostgres();
  onTestFinished(async () => void (await postgres.remove()));
  const administratorUrl = postgres.store.databaseUrl ?? '';
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, commands = ''] = /```sh\n(psql [^`]*?)\n\n/.exec(readme) ?? [];
  const environment = { ...process.env, ADMINISTRATOR_URL: administratorUrl };
  const { code, err } = await runProgram('sh', ['-ec', commands], { environment });
  expect({ code, err }).toEqual({ code: 0, err: '' });

  const service = await startTestService({
    database: retarget(administratorUrl, { user: 'cascade', database: 'cascade' }),
    accounts: [anAccount('a', { balance: 1_000 })],
  });
  onTestFinished(() => service.close());
  expect(await send(service.url, scheduling({}, 'a-key'))).toMatchObject({ status: 200 });
  expect((await fetch(`${service.operationsUrl}/readyz`)).status).toBe(200);
});
