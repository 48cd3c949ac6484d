import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import type { Terminal } from './terminal.ts';
import { overview } from './usage.ts';
import { UsageError } from './usage-error.ts';

/** Runs the CLI and returns its exit code: 0 done, 1 failed, 2 invalid command line. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name = '--help', ...rest] = args;
  if (['--help', '-h', 'help'].includes(name)) {
    terminal.out(overview(commands));
    return exitCode.done;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) {
    terminal.err(`Unknown command ${name}.\nTry cascade-service --help.\n`);
    return exitCode.wrongUsage;
  }
  if (wantsHelp(rest)) {
    terminal.out(command.help);
    return exitCode.done;
  }
  return runCommand(command, rest, terminal);
}

/** Arguments after `--` are not options. */
function wantsHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

async function runCommand(command: Command, args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await command.run(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.message}\nTry cascade-service ${command.name} --help.\n`);
      return exitCode.wrongUsage;
    }
    terminal.err(`${explain(error)}\n`);
    return exitCode.failed;
  }
}

/** The message of an error, with advice if a port is in use. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error && error.code === 'EADDRINUSE' && 'port' in error)) return error.message;
  return `Port ${error.port} is in use. Stop the process that listens there, or choose another port: --port, --operations-port.`;
}
