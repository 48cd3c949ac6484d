import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { commandLine, runCommand } from '@cascade/contract/command-line';
import { checkResults, checkTrials } from './npm-checks.ts';
import { interopPage } from './page.ts';
import { runTrials } from './run-command.ts';
import { tools } from './tables.ts';
import { kitResults, kitTrials } from './try-kit.ts';
import { toolResults, toolTrials } from './try-tool.ts';

const command = commandLine(
  'npm run trials -- interop',
  `Points code generators of other languages at the descriptions, compiles what they write, and runs the same round trip
through it against the mock. Generators are fetched from their registries at fixed versions, into reports/interop. Then
lints the descriptions by Spectral, points Prism and Schemathesis at them, runs the collections, and tries the kits
(packages/kits) with mock, service and the test vectors. One whose toolchain is not here is skipped.`,
  `Examples:
  npm run trials -- interop --only 'kit python'
  npm run trials -- interop --write

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
    const all = [...toolTrials, ...checkTrials, ...kitTrials(Number(calls))];
    if (page !== true) return runTrials(all, { only, writes }, writePage);
    await writePage();
    return 0;
  }),
);

async function writePage(): Promise<void> {
  await writeFile(
    fileURLToPath(import.meta.resolve('@cascade/spec/interop.md')),
    interopPage(tools, toolResults.read(), checkResults.read(), kitResults.read()),
  );
}
