import { commandLine, runCommand } from '@cascade/contract/command-line';
import { mutantList, readMutantList, writeMutantList } from './list.ts';

const command = commandLine(
  'npm --prefix packages/verifier run mutants --',
  'Writes results/mutants.json, the list of mutants that the docs read.',
  'Example:\n  npm --prefix packages/verifier run mutants -- --check',
).option('--check', 'write nothing; exit code 1 if it is not current');

process.exitCode = await runCommand(command, ({ check }) => {
  const isStale = readMutantList() !== mutantList();
  if (!check) writeMutantList();
  else if (isStale)
    process.stderr.write('results/mutants.json is not current; to write it: node mutants/write-list.ts\n');
  return check && isStale ? 1 : 0;
});
