import { parseArgs } from 'node:util';
import { missingAddresses, setAddresses } from './addresses.ts';

// Runs before publishing: npm refuses provenance without `repository`, but only after it has published some packages.
const { values } = parseArgs({ options: { set: { type: 'string' } } });
if (values.set !== undefined) setAddresses(values.set);
const missing = missingAddresses();
if (missing.length > 0) {
  const howTo = 'node tools/pack/src/check-addresses.ts --set https://github.com/OWNER/REPOSITORY';
  process.stderr.write(
    `${missing.join('\n')}\nNothing was published. Fill them in with one command:\n  ${howTo}\n`,
  );
  process.exitCode = 1;
}
