import { once } from 'node:events';
import { runCli } from './run-cli.ts';

process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  // `once` removes its listener, so a second Ctrl-C kills the process.
  stopped: () => Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]),
});
