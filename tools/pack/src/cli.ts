import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Cell, nodes, runMatrix } from './matrix.ts';
import { pack } from './pack.ts';

const help = `Packs all published packages, installs them together in an empty folder, imports and runs them.

  npm run pack:matrix                   under every Node that we promise (${nodes.join(', ')}), with npm and pnpm
  npm run pack:matrix -- --node 26      under one of them
  npm run pack:matrix -- --into FOLDER  packs only, into a folder

Exit codes: 0 all work, 1 something does not, 2 wrong usage.
`;

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const options = {
      node: { type: 'string', multiple: true },
      into: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { values } = parseArgs({ options });
    if (values.help === true) {
      process.stdout.write(help);
      return 0;
    }
    if (values.into !== undefined) {
      for (const { tarball } of await pack(resolve(values.into))) process.stdout.write(`${tarball}\n`);
      return 0;
    }
    return (await runMatrix(values.node ?? nodes, tell)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    return 2;
  }
}

function tell({ node, manager, trials }: Cell): void {
  const faults = trials.filter(({ fault }) => fault !== undefined);
  const sum = `${trials.length - faults.length} of ${trials.length} work`;
  process.stdout.write(`${faults.length === 0 ? '✓' : '✗'} ${node.padEnd(10)} ${manager.padEnd(5)} ${sum}\n`);
  for (const { says, fault } of faults) process.stdout.write(`  ✗ ${says}: ${fault}\n`);
}
