import { readText, repositoryRoot } from '@cascade/contract';
import { commandLine, runCommand } from '@cascade/contract/command-line';
import { findCircles, findCirclesOfRooms } from './find-circles.ts';
import { exceptions, findForbidden, readWorkspace } from './find-forbidden.ts';
import { findHeavyStarts } from './find-heavy-starts.ts';
import { sourceFiles } from './read-imports.ts';

const command = commandLine(
  'npm run check -- imports',
  'Finds imports against the directions of ARCHITECTURE.md, import circles, and imports that make a start heavy.',
  `The rules and their exceptions are in tools/repository/src/checks/imports/boundaries.yaml.

Exit codes: 0 none found, 1 some found, 2 wrong usage.`,
);

process.exitCode = await runCommand(command, () => {
  const circles = [
    ...findCircles(sourceFiles),
    ...['packages/service/src', 'tools/contract/src'].flatMap((rooms) =>
      findCirclesOfRooms(sourceFiles, rooms).map((circle) => `${rooms}: ${circle}`),
    ),
  ];
  const faults = [
    ...findForbidden(sourceFiles, readWorkspace(), exceptions),
    ...circles.map((circle) => `${circle}: import circle; move what both need to a third place`),
    ...sourceFiles.flatMap(({ path }) => findHeavyStarts(path, readText(repositoryRoot, path))),
  ];
  process.stdout.write(`${faults.map((fault) => `${fault}\n`).join('')}${faults.length} found\n`);
  return faults.length === 0 ? 0 : 1;
});
