import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { repositoryRoot } from '@cascade/contract';
import type { ServerBehindProxy } from '@cascade/service/bench';
import { startTestService } from '@cascade/service/testing';
import { accountsFile } from '../harness/accounts.ts';
import type { Bed } from '../harness/bed.ts';
import { schedule } from '../harness/callers.ts';
import { accountsOf, startSubject } from '../harness/receivers.ts';
import { number, scenario } from '../harness/scenario.ts';
import { until } from '../harness/waits.ts';

const functionsFolder = 'packages/service/src/store/migrations/functions';

export default scenario({
  says: 'How many of our files a message passes from the socket to its last callback: what a reader reads. Writes results/way.json.',
  minutes: 0.5,
  options: { messages: number('how many; a file counts if each of them passes it', 12) },
  examples: { '': 'as in the result file' },
  async run({ bed, values: { messages }, report }) {
    const subject = await startSubject(bed, 'one');
    const files = await watchFiles(bed);
    const { accounts } = JSON.parse(accountsFile(accountsOf([subject])));
    const database = await bed.server({ track_functions: 'all' });
    const { url } = bed.closing(await startTestService({ accounts, database: database.databaseUrl }));
    const passed: Set<string>[] = [];
    for (let sent = -3; sent < messages; sent += 1) {
      // What the message before left to do has come to its end.
      await setTimeout(1_000);
      await files.take();
      subject.taken.length = 0;
      await schedule(url, subject.name, { cascadeId: 1 });
      await until('it is delivered', () => subject.taken.some(({ sentAt }) => sentAt > 0), { pauseMs: 5 });
      // The first ones fill what is remembered.
      if (sent >= 0) passed.push(await files.take());
    }
    await setTimeout(1_000);
    await files.take();
    await setTimeout(2_000);
    const atRest = await files.take();
    const [first = new Set<string>(), ...rest] = passed;
    const always = [...first].filter((path) => rest.every((one) => one.has(path)) && !atRest.has(path));
    const sql = await calledFunctions(database);
    report({
      says: `files: those of packages/ in which a function ran (coverage of V8) while each of ${messages} messages of one stage with three callbacks went from the socket to the last one, and none ran at rest; atRest: those that run anyway; sql: those whose function the database called`,
      count: always.length + atRest.size + sql.length,
      files: always.toSorted(),
      atRest: [...atRest].toSorted(),
      sql,
    });
  },
});

/** The files of the functions that a database has called. */
async function calledFunctions({ ask }: ServerBehindProxy): Promise<readonly string[]> {
  const called = await ask<{ funcname: string }>('select funcname from pg_stat_user_functions');
  const paths = readdirSync(join(repositoryRoot, functionsFolder)).map(
    (name) => `${functionsFolder}/${name}`,
  );
  return paths.filter((path) => {
    const text = readFileSync(join(repositoryRoot, path), 'utf8');
    return called.some(({ funcname }) => text.includes(`function cascade.${funcname}(`));
  });
}

/** Which of our files have run a function since the last look; code that loads a module counts for none. */
async function watchFiles(bed: Bed) {
  const session = new Session();
  session.connect();
  bed.closing({ close: () => session.disconnect() });
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
