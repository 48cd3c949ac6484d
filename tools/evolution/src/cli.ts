import { repositoryRoot } from '@cascade/contract';
import { runCli } from './run-cli.ts';

process.exitCode = await runCli(process.argv.slice(2), {
  root: repositoryRoot,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
