import { randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readText, repositoryRoot } from '@cascade/contract';
import { type ServerBehindProxy, startServerBehindProxy } from '@cascade/service/bench';
import { anAccount, startTestService } from '@cascade/service/testing';
import { startReceiver } from '../../test-kit/index.ts';
import { wayFile } from './measures.ts';

const functionsFolder = 'packages/service/src/store/migrations/functions';
const key = 'way';
/** A file counts if each message passes it. */
const messages = 12;
/** Before them; they fill what is remembered. */
const first = 3;

/** Notes which of our files a message passes from the socket to its last callback: what a reader reads. */
export async function measureWay(): Promise<void> {
  await using ends = new AsyncDisposableStack();
  const receiver = ends.adopt(await startReceiver(), (one) => one.close());
  const database = ends.adopt(await startServerBehindProxy({ track_functions: 'all' }), (one) =>
    one.remove(),
  );
  const files = await watchFiles(ends);
  const account = anAccount('way', {
    keys: [{ key }],
    balance: 1_000,
    callback: { url: receiver.url },
  });
  const { url } = ends.adopt(
    await startTestService({ accounts: [account], database: database.databaseUrl }),
    (one) => one.close(),
  );
  const passed: Set<string>[] = [];
  for (let sent = 1; sent <= first + messages; sent += 1) {
    // The work of the message before has ended.
    await setTimeout(1_000);
    await files.take();
    await schedule(url, account.cascades[0]?.id ?? 0);
    await receiver.got(3 * sent);
    if (sent > first) passed.push(await files.take());
  }
  await setTimeout(1_000);
  await files.take();
  await setTimeout(2_000);
  const atRest = await files.take();
  const [one = new Set<string>(), ...others] = passed;
  const always = [...one].filter((path) => others.every((other) => other.has(path)) && !atRest.has(path));
  const sql = await calledFunctions(database);
  const way = {
    command: 'npm run house -- --way',
    says: `files: those of packages/ in which a function ran (coverage of V8) while each of ${messages} messages of one stage with three callbacks went from the socket to the last one, and none ran at rest; atRest: those that run anyway; sql: those whose function the database called`,
    count: always.length + atRest.size + sql.length,
    files: always.toSorted(),
    atRest: [...atRest].toSorted(),
    sql,
  };
  writeFileSync(join(repositoryRoot, wayFile), `${JSON.stringify(way, null, 2)}\n`);
}

async function schedule(url: string, cascadeId: number): Promise<void> {
  const body = JSON.stringify({
    requestId: randomUUID(),
    cascadeId,
    // It is delivered at once (ADR-0038).
    subscriberFilter: { address: '+12025550199', type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: randomUUID() } },
  });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/cascade/schedule`, { method: 'POST', headers, body });
  if (response.status !== 200)
    throw new Error(`expected 200, found ${response.status}: ${await response.text()}`);
}

/** The files of the functions that a database has called. */
async function calledFunctions({ ask }: ServerBehindProxy): Promise<readonly string[]> {
  const called = await ask<{ funcname: string }>('select funcname from pg_stat_user_functions');
  const paths = readdirSync(join(repositoryRoot, functionsFolder)).map(
    (name) => `${functionsFolder}/${name}`,
  );
  return paths.filter((path) => {
    const text = readText(repositoryRoot, path);
    return called.some(({ funcname }) => text.includes(`function cascade.${funcname}(`));
  });
}

/** Which of our files have run a function since the last look; code that loads a module counts for none. */
async function watchFiles(ends: AsyncDisposableStack) {
  const session = new Session();
  session.connect();
  ends.defer(() => session.disconnect());
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    async take(): Promise<Set<string>> {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const ran = result.filter(({ functions }) =>
        functions.some(
          ({ ranges: [range] }) => range !== undefined && range.count > 0 && range.startOffset > 0,
        ),
      );
      const paths = ran.map(({ url }) => url.split(`${repositoryRoot}/`)[1] ?? '');
      return new Set(paths.filter((path) => /^packages\/(?!.*\/(?:testing|node_modules)\/)/.test(path)));
    },
  };
}
