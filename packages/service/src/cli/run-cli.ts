import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import manifest from '../../package.json' with { type: 'json' };
import { addApply } from './apply.ts';
import { addAudit } from './audit.ts';
import { addBalance } from './balance.ts';
import { addCallbacks } from './callbacks.ts';
import { addCascades } from './cascades.ts';
import { addCluster } from './cluster.ts';
import { addGateways } from './gateways.ts';
import { addKeys } from './keys.ts';
import { addMessages } from './messages.ts';
import { addOptOutCommands } from './opt-outs.ts';
import { UsageError } from './options.ts';
import { addStart } from './start.ts';
import type { Terminal } from './terminal.ts';

/** The SQLSTATE of a statement that names a table which does not exist. */
const undefinedTable = '42P01';

/** Success, failure, invalid command line. */
export type ExitCode = 0 | 1 | 2;

/** Runs the CLI and returns its exit code. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let last = 'cascade-service';
  const program = createProgram(terminal, (path) => {
    last = path;
  });
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed its own.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof UsageError) {
      terminal.err(`error: ${error.message}\nTry ${last} --help.\n`);
      return 2;
    }
    terminal.err(`${explain(error)}\n`);
    return 1;
  }
}

/** All commands. `onAction` gets the words of the command whose action begins. */
export function createProgram(terminal: Terminal, onAction: (path: string) => void = () => {}): Command {
  const program = new Command('cascade-service')
    .description('Sends messages through cascades of channels.')
    .version(manifest.version)
    .configureHelp({ helpWidth: 120, showGlobalOptions: false })
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride()
    .hook('preAction', (_, action) => onAction(pathOf(action)))
    .addHelpText(
      'after',
      '\nEvery command has --help with examples.\n\nExit codes:\n  0  done\n  1  failed; nothing was changed\n  2  invalid command line',
    );
  for (const add of [
    addStart,
    addApply,
    addKeys,
    addBalance,
    addCascades,
    addCallbacks,
    addGateways,
    addOptOutCommands,
    addMessages,
    addAudit,
    addCluster,
  ])
    add(program, terminal);
  for (const command of everyCommand(program)) command.showHelpAfterError(`Try ${pathOf(command)} --help.`);
  return program;
}

/** A command and all below it. */
function everyCommand(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

/** `cascade-service keys add`. */
function pathOf(command: CommandUnknownOpts): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

/** The message of an error, with advice if a port is in use, or a table is not there yet. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === undefinedTable)
    return `${error.message}: the database is of an older version of the service. Start this version once, or run: cascade-service apply accounts.yaml`;
  if (!('code' in error && error.code === 'EADDRINUSE' && 'port' in error)) return error.message;
  return `Port ${error.port} is in use. Stop the process that listens there, or choose another port: --port, --operations-port.`;
}
