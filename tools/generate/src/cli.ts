import { parseArgs } from 'node:util';
import { ContractError } from '@cascade/contract';
import { generate, report } from './generate.ts';

const help = `Writes every generated file of the repository.

  npm run generate              write what has changed
  npm run generate -- --check   write nothing; fail if a file is not current

Exit codes: 0 all current, 1 not current (with --check) or the contract is wrong, 2 wrong usage.
`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === 'string') {
    process.stderr.write(`${options}\n\n${help}`);
    return 2;
  }
  if (options.help) {
    process.stdout.write(help);
    return 0;
  }
  try {
    const result = await generate({ check: options.check });
    process.stdout.write(report(result, options.check));
    return options.check && result.changed.length > 0 ? 1 : 0;
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    return 1;
  }
}

function readOptions(args: string[]): { check: boolean; help: boolean } | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        check: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values;
  } catch (error) {
    return describe(error);
  }
}

function describe(error: unknown): string {
  if (error instanceof ContractError) return error.message;
  return error instanceof Error ? error.message : String(error);
}
