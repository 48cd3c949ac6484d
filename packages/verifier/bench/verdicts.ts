import { commandLine, runCommand } from '@cascade/contract/command-line';
import type { Report } from '../src/index.ts';
import { type KeptReport, keptOf, merged, readNamed } from './reports.ts';
import { readResult, writeResult } from './results.ts';
import { readScore, toDeepRun, writeTable } from './to-table.ts';
import { judgeOnce } from './whole-runs.ts';

const command = commandLine(
  'npm --prefix packages/verifier run verdicts --',
  'Judges service and mock, and keeps the verdict on each clause and the reports for the docs.',
  `Examples:
  npm --prefix packages/verifier run verdicts -- --deep
  npm --prefix packages/verifier run verdicts -- --add python=report.json "mock 0.2.0=old.json"`,
)
  .option('--deep', 'with --deep --assumptions; keeps what that took instead of the verdicts')
  .option('--add <name=file...>', 'judges nothing: keeps reports that --json wrote, of any provider');

process.exitCode = await runCommand(command, async ({ deep, add }) => {
  if (add !== undefined) {
    await keep(await Promise.all(add.map(readNamed)));
    return 0;
  }
  const { service, mock } = await judgeOnce(deep ? { deep, assumptions: true } : {});
  process.stdout.write(`service: ${service.verdict}\nmock: ${mock.verdict}\n`);
  if (!deep) {
    await writeResult('verdicts', { service: verdictsOf(service), mock: verdictsOf(mock) });
    await keep([keptOf('service', service), keptOf('mock', mock)]);
    return 0;
  }
  const runs = { service: toDeepRun(service), mock: toDeepRun(mock) };
  await writeResult('deep', runs);
  writeTable(await readScore(), runs);
  return 0;
});

function verdictsOf({ ledger }: Report): Record<string, string> {
  return Object.fromEntries(ledger.map(({ clause, verdict }) => [clause, verdict]));
}

/** Keeps these reports, each in the place of an earlier one of its name. */
async function keep(more: readonly KeptReport[]): Promise<void> {
  await writeResult('reports', merged(await readResult<readonly KeptReport[]>('reports'), more));
}
