import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine, runCommand } from '@cascade/contract/command-line';
import { descriptions } from './inputs.ts';
import { kits } from './kit-list.ts';
import { kitResults, runKits } from './kits.ts';
import { checkResults, npmChecks, runNpmChecks } from './npm-checks.ts';
import { pageOf } from './page.ts';
import type { Step } from './round-trip.ts';
import { withProvider } from './round-trip.ts';
import type { Tool } from './tools.ts';
import { tools } from './tools.ts';
import { type Attempt, homeOf, installTool, type Result, room, toolResults, tryTool } from './try-tool.ts';

const command = commandLine(
  'npm run interop --',
  `Points code generators of other languages at the descriptions, compiles what they write, and runs the same round trip
through it against the mock. Generators are fetched from their registries at fixed versions, into reports/interop. Then
lints the descriptions by Spectral, points Prism and Schemathesis at them, runs the collections, and tries the kits
(packages/kits) with mock, service and the test vectors. One whose toolchain is not here is skipped.`,
  `Examples:
  npm run interop -- --only 'kit python'
  npm run interop -- --write

Ends with 1 if a generator fails with a profile that it can read or with AsyncAPI, a linter, a collection or a kit;
with 2 if none is called so.`,
)
  .option('--only <text>', 'only the generators and kits whose name contains it', '')
  .option(
    '--write',
    'replaces their lines in results/interop.json and results/kits.json, and writes spec/interop.md',
  )
  .option('--calls <number>', 'how many calls of each kit go through lost answers and overload', '200')
  .option('--page', 'writes spec/interop.md from the recorded results, and tries nothing');

// Node may wait without end, when it ends itself, for the pipe of a program that has ended.
process.exit(
  await runCommand(command, async ({ only, write: writes = false, calls, page }) => {
    if (page !== true) return main(only, writes, Number(calls));
    await writePage();
    return 0;
  }),
);

async function main(only: string, writes: boolean, calls: number): Promise<number> {
  // What is tried takes minutes, so that other work of the machine goes first. Commands inherit it.
  setPriority(15);
  const chosen = tools.filter(({ name }) => name.includes(only));
  const chosenKits = kits.filter(({ name }) => `kit ${name}`.includes(only));
  const chosenChecks = npmChecks.filter(({ name }) => name.includes(only));
  if (chosen.length + chosenKits.length + chosenChecks.length === 0) {
    const names = [...tools, ...npmChecks].map(({ name }) => name);
    names.push(...kits.map(({ name }) => `kit ${name}`));
    say(`none has ${only} in its name; there are ${names.join(', ')}`);
    return 2;
  }
  let failedTools = 0;
  for (const tool of chosen) {
    const result = await tryAll(tool);
    if (result === undefined) continue;
    if (fails(tool, result)) failedTools++;
    if (writes) {
      // After each generator, so that what is interrupted keeps what it has.
      toolResults.replace([result]);
      await writePage();
    }
  }
  const failedChecks = await runNpmChecks(chosenChecks, { writes, say });
  const failed = failedChecks + (await runKits(chosenKits, { room, writes, calls, say }));
  if (writes) await writePage();
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
  const attempts = await attemptsOf(tool, home, true);
  if (tool.flags === undefined) return { tool: name, version, language, attempts };
  return { tool: name, version, language, attempts, defaults: await attemptsOf(tool, home, false) };
}

/** With each description; without its flags, only with the profiles that it can read. */
async function attemptsOf(tool: Tool, home: string, flags: boolean): Promise<Record<string, Attempt>> {
  const attempts: Record<string, Attempt> = {};
  for (const [variant, description] of Object.entries(descriptions[tool.reads])) {
    if (!flags && ['full', ...(tool.refuses ?? [])].includes(variant)) continue;
    const folder = join(room, tool.name.replace(/\W/g, '-'), variant.replace(/\W/g, '-'));
    const attempt = await withProvider((steps) =>
      tryTool(tool, { home, folder, description, flags }, stepsFor(tool, steps)),
    );
    attempts[variant] = attempt;
    const how = flags ? variant : `${variant}, default flags`;
    say(`${tool.name}, ${how}: ${attempt.passed} of ${attempt.steps} steps`);
    for (const failure of attempt.failures) say(`  ${failure}`);
  }
  return attempts;
}

/** AsyncAPI describes the callbacks only. */
function stepsFor({ reads }: Tool, steps: readonly Step[]): readonly Step[] {
  return reads === 'openapi' ? steps : steps.filter(({ operation }) => operation === 'decode');
}

async function writePage(): Promise<void> {
  await writeFile(
    fileURLToPath(import.meta.resolve('@cascade/spec/interop.md')),
    pageOf(tools, toolResults.read(), checkResults.read(), kitResults.read()),
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
