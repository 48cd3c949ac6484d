import { once } from 'node:events';
import { createLauncher } from './launcher.ts';
import { runCli } from './run-cli.ts';

const launcher = createLauncher(process);

process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isInteractive: process.stderr.isTTY === true,
  environment: process.env,
  // Each listener runs once, so a second Ctrl-C kills the process.
  stopped: async () => {
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), launcher.gone()]);
    // Whatever still runs by then ends with the process. Supervisors send SIGKILL after 60 seconds.
    setTimeout(() => process.exit(1), 55_000).unref();
  },
});
