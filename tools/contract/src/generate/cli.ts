import { synchronise } from '../bundle/index.ts';
import { commandLine, runCommand } from '../command-line.ts';
import { ContractError } from '../index.ts';
import { generate, report } from './generate.ts';
import { kitsOf } from './kits.ts';

const command = commandLine(
  'npm run generate --',
  'Writes every generated file of the repository.',
  `Examples:
  npm run generate              write what has changed
  npm run generate -- --check   write nothing; fail if a file is not current
  npm run generate -- --kits shop.yaml --into /tmp/shop
                                write the codes of another API for each language (packages/kits/catalogue.md)

Exit codes: 0 all current, 1 not current (with --check) or the contract is wrong, 2 wrong usage.`,
)
  .option('--check', 'write nothing; fail if a file is not current')
  .option('--kits <catalogue>', 'only what the kits know of this catalogue, into the folder of --into')
  .option('--into <folder>', 'where --kits writes', '.');

process.exitCode = await runCommand(command, async ({ check = false, kits, into }) => {
  try {
    if (kits !== undefined) {
      for (const path of synchronise.files(into, kitsOf(kits), false)) process.stdout.write(`${path}\n`);
      return 0;
    }
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
