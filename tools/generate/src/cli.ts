import { ContractError } from '@cascade/contract';
import { commandLine, runCommand } from '@cascade/contract/command-line';
import { generate, report } from './generate.ts';

const command = commandLine(
  'npm run generate --',
  'Writes every generated file of the repository.',
  `Examples:
  npm run generate              write what has changed
  npm run generate -- --check   write nothing; fail if a file is not current

Exit codes: 0 all current, 1 not current (with --check) or the contract is wrong, 2 wrong usage.`,
).option('--check', 'write nothing; fail if a file is not current');

process.exitCode = await runCommand(command, async ({ check = false }) => {
  try {
    const result = await generate({ check });
    process.stdout.write(report(result, check));
    return check && result.changed.length > 0 ? 1 : 0;
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    return 1;
  }
});

function describe(error: unknown): string {
  if (error instanceof ContractError) return error.message;
  return error instanceof Error ? error.message : String(error);
}
