import { runCli } from './run-cli.ts';

const { stdout, stderr, env, argv } = process;
const interruption = new AbortController();
// Each serves once, so a second Ctrl-C ends the process at once.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort());

process.exitCode = await runCli(
  argv.slice(2),
  {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    colors: stdout.isTTY && stdout.hasColors() && env.NO_COLOR === undefined,
    ...(stdout.isTTY && env.CI === undefined ? { width: stdout.columns } : {}),
  },
  interruption.signal,
);
// After an interruption a phase may still wait for callbacks. The report is written, so the process ends.
if (interruption.signal.aborted) process.exit();
