import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandLine, repeated, runCommand } from '@cascade/contract/command-line';
import { titleOf } from './environment.ts';
import { environments } from './environments.ts';
import { type Cell, runMatrix } from './matrix.ts';
import { pack } from './pack.ts';
import { readRecorded, resultsFile, tableOf, tablePart, withCells } from './works-with.ts';

const command = commandLine(
  'npm run trials -- packed',
  'Packs all published packages, and tries them in everything that they promise to work with: Node, Bun, Deno, Chromium, TypeScript. Each is fetched from the registry, or skipped if it is absent there.',
  `Examples:
  npm run trials -- packed                  in all of them
  npm run trials -- packed --only Deno      in those whose title contains it
  npm run trials -- packed --into FOLDER    packs only, into a folder

Exit codes: 0 all work, 1 something does not, 2 wrong usage.`,
)
  .option('--only <text>', 'in those whose title contains it; may be repeated', repeated)
  .option('--list', 'prints the titles')
  .option('--write', 'replaces their results in tools/trials/results, and the table in packages/README.md')
  .option('--into <folder>', 'packs only, into a folder');

process.exitCode = await runCommand(command, async ({ only, list, write: writes = false, into }) => {
  if (into !== undefined) {
    const packed = await pack(resolve(into));
    for (const { tarball } of packed) process.stdout.write(`${tarball}\n`);
    return 0;
  }
  const chosen = environments.filter(
    (environment) => only?.some((part) => titleOf(environment).includes(part)) ?? true,
  );
  if (list === true) {
    for (const environment of chosen) process.stdout.write(`${titleOf(environment)}\n`);
    return 0;
  }
  if (chosen.length === 0)
    command.error(`error: no title contains ${only?.join(' or ')}; --list prints them`);
  return tryIn(chosen, writes);
});

async function tryIn(chosen: typeof environments, writes: boolean): Promise<number> {
  const cells = await runMatrix(chosen, tell);
  if (writes) write(cells);
  return cells.every(({ trials }) => trials.every(({ fault }) => fault === undefined)) ? 0 : 1;
}

function write(cells: readonly Cell[]): void {
  const recorded = withCells(readRecorded(), cells);
  writeFileSync(resultsFile, `${JSON.stringify(recorded, null, 2)}\n`);
  tablePart.write(tableOf(recorded));
}

function tell({ environment, trials, skipped }: Cell): void {
  if (skipped !== undefined) {
    process.stdout.write(`- ${titleOf(environment)}: skipped: ${skipped}\n`);
    return;
  }
  const faults = trials.filter(({ fault }) => fault !== undefined);
  const sum = `${trials.length - faults.length} of ${trials.length} work`;
  process.stdout.write(`${faults.length === 0 ? '✓' : '✗'} ${titleOf(environment)}: ${sum}\n`);
  for (const { says, fault } of faults) process.stdout.write(`  ✗ ${says}: ${fault}\n`);
}
