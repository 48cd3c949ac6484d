import { parseArgs } from 'node:util';
import { mutantList, readMutantList, writeMutantList } from './list.ts';

const help = `Writes results/mutants.json, the list of mutants that the docs read.

  node mutants/write-list.ts           write it
  node mutants/write-list.ts --check   write nothing; exit code 1 if it is not current
`;

const { values } = parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean' } } });
if (values.help) process.stdout.write(help);
else if (!values.check) writeMutantList();
else if (readMutantList() !== mutantList()) {
  process.stderr.write('results/mutants.json is not current; to write it: node mutants/write-list.ts\n');
  process.exitCode = 1;
}
