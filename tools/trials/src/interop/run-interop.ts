import { mkdir, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine, runCommand } from '@cascade/contract/command-line';
import { examples, runExamples } from './examples.ts';
import { descriptions } from './inputs.ts';
import { npmChecks, readCheckResults, runNpmChecks } from './npm-checks.ts';
import { pageOf } from './page.ts';
import type { Step } from './round-trip.ts';
import { withProvider } from './round-trip.ts';
import type { Tool } from './tools.ts';
import { tools } from './tools.ts';
import { homeOf, installTool, type Result, readResults, room, tryTool } from './try-tool.ts';

const command = commandLine(
  'npm run interop --',
  `Points code generators of other languages at the descriptions, compiles what they write, and runs the same round trip
through it against the mock. Generators are fetched from their registries at fixed versions, into reports/interop. Then
lints the descriptions by Spectral, points Prism and Schemathesis at them, runs the collections, and runs the examples of
other languages (examples/) against the mock and the test vectors. One whose toolchain is not here is skipped.`,
  `Examples:
  npm run interop -- --only 'example python'
  npm run interop -- --write

Ends with 1 if a generator fails with a profile that it can read or with AsyncAPI, a linter, a collection or an example;
with 2 if none is called so.`,
)
  .option('--only <text>', 'only the generators and examples whose name contains it', '')
  .option(
    '--write',
    'replaces their lines in results/interop.json and results/examples.json, and writes spec/interop.md',
  )
  .option('--page', 'writes spec/interop.md from the recorded results, and tries nothing');

process.exitCode = await runCommand(command, async ({ only, write: writes = false, page }) => {
  if (page !== true) return main(only, writes);
  await writePage(readResults());
  return 0;
});

async function main(only: string, writes: boolean): Promise<number> {
  // What is tried takes minutes, so that other work of the machine goes first. Commands inherit it.
  setPriority(15);
  const chosen = tools.filter(({ name }) => name.includes(only));
  const chosenExamples = examples.filter(({ name }) => `example ${name}`.includes(only));
  const chosenChecks = npmChecks.filter(({ name }) => name.includes(only));
  if (chosen.length + chosenExamples.length + chosenChecks.length === 0) {
    const names = [...tools, ...npmChecks].map(({ name }) => name);
    names.push(...examples.map(({ name }) => `example ${name}`));
    say(`none has ${only} in its name; there are ${names.join(', ')}`);
    return 2;
  }
  let failedTools = 0;
  for (const tool of chosen) {
    const result = await tryAll(tool);
    if (result === undefined) continue;
    if (fails(tool, result)) failedTools++;
    if (writes) await write(result);
  }
  const failedChecks = await runNpmChecks(chosenChecks, { writes, say });
  if (writes) await writePage(readResults());
  const failed = failedChecks + (await runExamples(chosenExamples, { room, writes, say }));
  return failed + failedTools === 0 ? 0 : 1;
}

/** Only the full description, and the profiles that a generator cannot read, may fail. */
function fails({ refuses = [] }: Tool, { attempts }: Result): boolean {
  const mayFail = ['full', ...refuses];
  return Object.entries(attempts).some(
    ([variant, { failures }]) => failures.length > 0 && !mayFail.includes(variant),
  );
}

async function tryAll(tool: Tool): Promise<Result | undefined> {
  const { name, version, language } = tool;
  const home = homeOf(tool);
  const absent = await installTool(tool, home);
  if (absent !== undefined) {
    say(`${name}: skipped: ${absent}`);
    return undefined;
  }
  const attempts: Record<string, Result['attempts'][string]> = {};
  for (const [variant, description] of Object.entries(descriptions[tool.reads])) {
    const folder = join(room, name.replace(/\W/g, '-'), variant.replace(/\W/g, '-'));
    const attempt = await withProvider((steps) =>
      tryTool(tool, { home, folder, description }, stepsFor(tool, steps)),
    );
    attempts[variant] = attempt;
    say(`${name}, ${variant}: ${attempt.passed} of ${attempt.steps} steps`);
    for (const failure of attempt.failures) say(`  ${failure}`);
  }
  return { tool: name, version, language, attempts };
}

/** AsyncAPI describes the callbacks only. */
function stepsFor({ reads }: Tool, steps: readonly Step[]): readonly Step[] {
  return reads === 'openapi' ? steps : steps.filter(({ operation }) => operation === 'decode');
}

/** After each generator, so that what is interrupted keeps what it has. */
async function write(result: Result): Promise<void> {
  const kept = readResults().filter(({ tool }) => tool !== result.tool);
  const all = [...kept, result].sort((one, other) => one.tool.localeCompare(other.tool));
  const file = fileURLToPath(new URL('../../results/interop.json', import.meta.url));
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`);
  await writePage(all);
}

async function writePage(results: readonly Result[]): Promise<void> {
  await writeFile(
    fileURLToPath(import.meta.resolve('@cascade/spec/interop.md')),
    pageOf(tools, results, readCheckResults()),
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
