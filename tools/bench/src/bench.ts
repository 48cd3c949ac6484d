import { readdirSync } from 'node:fs';
import { alignedTable, type Benchmark, runScenario } from './harness/scenario.ts';

/**
 * Runs one scenario; the parts if none is named. A scenario is a file of `scenarios/`; what it alone needs is
 * in the folder of its name.
 */
const folder = new URL('scenarios/', import.meta.url);
/** Scenarios by name. */
const files = new Map(
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map(({ name }) => [name.replace('.ts', ''), new URL(name, folder)]),
);

async function load(file: URL): Promise<Benchmark> {
  return (await import(file.href)).default;
}

async function helpOfAll(): Promise<string> {
  const rows = await Promise.all(
    [...files].map(async ([name, file]): Promise<[string, string]> => {
      const { minutes, says } = await load(file);
      return [`${name.padEnd(16)} ${String(minutes).padStart(4)} min`, says.replace(/(?<=\.) .*/s, '')];
    }),
  );
  return `npm run bench                       each part against its peer or its limit: the scenario parts
npm run bench -- <name> [options]   a scenario
npm run bench -- <name> --help      its options

Scenarios, with the minutes that each takes with its defaults:
${alignedTable(rows)}
`;
}

// pnpm passes its own `--` on.
const [first, ...rest] = process.argv.slice(2).filter((argument) => argument !== '--');
const isOfParts = first === undefined || (first.startsWith('-') && first !== '--help' && first !== '-h');
const name = isOfParts ? 'parts' : first;
const file = files.get(name);
if (file !== undefined)
  process.exitCode = await runScenario(name, await load(file), isOfParts && first ? [first, ...rest] : rest, {
    command: 'npm run bench --',
    results: new URL('../results/', import.meta.url),
    next: 'npm run bench -- page',
  });
else if (name === '--help' || name === '-h') process.stdout.write(await helpOfAll());
else {
  process.stderr.write(`unknown scenario ${name}; there are ${[...files.keys()].join(', ')}\n`);
  process.exitCode = 2;
}
