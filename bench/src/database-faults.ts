import { readFile } from 'node:fs/promises';
import { readCommand } from './command.ts';
import { faults } from './database/faults.ts';
import { runFault, runSigterm } from './database/run-fault.ts';
import { report } from './report.ts';

/**
 * Takes the database away from a service under load in each of several ways, and measures what its callers notice, how
 * long it takes to recover, and what was lost or done twice.
 */
const { values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench database-faults --',
  says: 'Takes the database away from the service under load in several ways: what callers notice, and what is lost. Six minutes; writes results/database-faults.json. Ends with 1 if a message was sent twice that was not under way at the fault.',
  options: {
    only: { type: 'string', says: 'one fault, or SIGTERM; writes nothing' },
    program: { type: 'string', says: '`cli.ts` of another version, to compare with; writes nothing' },
    before: { type: 'string', says: 'the output of such a run, to put beside this one' },
  },
  examples: {
    '': 'as in the result file',
    '--only SIGTERM': 'one fault',
  },
});
const say = (line: string) => void process.stderr.write(`${line}\n`);
const results: Record<string, object> = {};
for (const [name, fault] of Object.entries(faults)) {
  if (values.only !== undefined && values.only !== name) continue;
  results[name] = await runFault(fault, values.program);
  say(`${name}: ${JSON.stringify(results[name])}`);
}
if (values.only === undefined || values.only === 'SIGTERM') {
  results['silent for good, SIGTERM'] = await runSigterm(values.program);
  say(`SIGTERM: ${JSON.stringify(results['silent for good, SIGTERM'])}`);
}
if (values.program === undefined && values.only === undefined)
  report('database-faults', 'npx pnpm --filter @cascade/bench database-faults', {
    says: 'three accounts with four callers each; the database is taken away for 20 s in one of the ways, behind a proxy that can swallow what connections carry; the account first is the one whose row is locked',
    ...(values.before !== undefined && { before: JSON.parse(await readFile(values.before, 'utf8')) }),
    after: results,
  });
else process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
