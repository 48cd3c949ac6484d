import { once } from 'node:events';
import { stopBudget } from '../stop-budget.ts';
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
    setTimeout(() => process.exit(1), stopBudget.process * 1_000).unref();
  },
});
