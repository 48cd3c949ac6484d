import { commandLine, runCommand } from '@cascade/contract/command-line';
import { missingAddresses, setAddresses } from './addresses.ts';

const program = 'node tools/pack/src/check-addresses.ts';
const example = `${program} --set https://github.com/OWNER/REPOSITORY`;
const command = commandLine(
  program,
  'Fails while a published package lacks `repository`, `homepage` or `bugs`. Runs before publishing: npm refuses provenance without `repository`, but only after it has published some packages.',
  `Example:\n  ${example}`,
).option('--set <url>', 'writes the address into every package first');

process.exitCode = await runCommand(command, ({ set }) => {
  if (set !== undefined) setAddresses(set);
  const missing = missingAddresses();
  if (missing.length === 0) return 0;
  process.stderr.write(
    `${missing.join('\n')}\nNothing was published. Fill them in with one command:\n  ${example}\n`,
  );
  return 1;
});
