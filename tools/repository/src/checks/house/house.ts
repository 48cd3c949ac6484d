import { commandLine, InvalidArgumentError, runCommand } from '@cascade/contract/command-line';
import { measures } from './measures.ts';

/** `npm run house`: what a reader meets. decisions/house.md says why, and keeps the figures. */
const command = commandLine(
  'npm run house --',
  'Counts what a reader meets, as a Markdown table; decisions/house.md has the figures of before.',
  `Measures: ${Object.keys(measures).join(', ')}

Examples:
  npm run house
  npm run house -- --list names       the names, each with the files that declare it
  npm run house -- --list functions   the functions, each with file, line and length
  npm run house -- --way              first, after a change of the way of a message`,
)
  .option('--list <measure>', 'print the places behind a figure, one a line', (name: string) => {
    const read = measures[name];
    if (read === undefined)
      throw new InvalidArgumentError(`Expected one of ${Object.keys(measures).join(', ')}.`);
    return read;
  })
  .option('--way', 'send messages through the service, and write which of our files they pass');

process.exitCode = await runCommand(command, async ({ list, way }) => {
  // It loads the whole service, which no other measure needs.
  if (way) await (await import('./way.ts')).measureWay();
  const lines = list === undefined ? table() : list().places;
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  return 0;
});

function table(): readonly string[] {
  const rows = Object.entries(measures).map(([name, read]) => {
    const { says, places, figure = places.length.toLocaleString('en') } = read();
    return `| ${name} | ${says} | ${figure} |`;
  });
  return ['| measure | what it counts | now |', '| --- | --- | --: |', ...rows];
}
