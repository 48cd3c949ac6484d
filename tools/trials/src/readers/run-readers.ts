import { mkdir, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine, runCommand } from '@cascade/contract/command-line';
import { runAll } from '../interop/run-command.ts';
import { makeReports, type Readable, type Reader, readers } from './readers.ts';
import { type Reading, readRecipes, writeResults } from './recipes.ts';

const command = commandLine(
  'npm run readers --',
  `Has other programs read the recipes for CI (packages/verifier/CI.md, action.yml), and the JUnit and SARIF of three runs:
of the mock, of a provider that accepts everything, and of an address without a provider. They are fetched from their
registries at fixed versions, into reports/readers. Needs Go, Java, Python and git.`,
  `Example:
  npm run readers -- --only actionlint

Ends with 1 if a program refuses something.`,
)
  .option('--only <text>', 'only the programs whose name contains it', '')
  .option('--write', 'replaces results/readers.json and the table in CI.md');

const room = fileURLToPath(new URL('../../reports/readers/', import.meta.url));
process.exitCode = await runCommand(command, ({ only, write: writes = false }) => {
  if (writes && only !== '') command.error('error: --write needs all programs: leave out --only');
  return main(only, writes);
});

async function main(only: string, writes: boolean): Promise<number> {
  // What is tried takes minutes, so that other work of the machine goes first. Commands inherit it.
  setPriority(15);
  const recipes = await readRecipes();
  const reports = await makeReports(join(room, 'reports'));
  const readings: Reading[] = [];
  for (const reader of readers.filter(({ name }) => name.includes(only))) {
    const reading = await tryReader(reader, { recipes, reports });
    readings.push(reading);
    process.stdout.write(`${reading.name} ${reading.version}: ${reading.verdict}: ${reading.says}\n`);
  }
  if (writes) await writeResults({ digest: recipes.digest, readings });
  return readings.every(({ verdict }) => verdict === 'accepted') ? 0 : 1;
}

async function tryReader(reader: Reader, readable: Readable): Promise<Reading> {
  const { name, version, reads } = reader;
  const folder = join(room, name.replaceAll(/\W+/g, '-'));
  await mkdir(folder, { recursive: true });
  // Otherwise npm takes the folder for a part of the workspace.
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  try {
    const failure = await runAll(reader.install(folder), folder);
    if (failure !== undefined) throw new Error(`not installed: ${failure}`);
    return { name, version, reads, verdict: 'accepted', says: await reader.read(folder, readable) };
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return { name, version, reads, verdict: 'refused', says: says.replaceAll(/\s+/g, ' ') };
  }
}
