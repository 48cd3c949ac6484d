import { Command, CommanderError } from '@commander-js/extra-typings';
import manifest from '../../package.json' with { type: 'json' };

/** Where a command writes. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
}

/** A command with help, version and suggestions; `more` is the end of its help. */
export function createCommand(name: string, description: string, more: string) {
  return new Command(name)
    .description(description)
    .version(manifest.version)
    .addHelpText('after', `\n${more}`)
    .showHelpAfterError(`Try ${name} --help.`)
    .configureHelp({ helpWidth: 110 })
    .exitOverride();
}

/**
 * Reads the command line and does the work; resolves with its exit code: 0 after help, 2 for an invalid
 * command line.
 */
export async function parseAndRun<Args extends unknown[], Options extends Record<string, unknown>>(
  command: Command<Args, Options>,
  args: readonly string[],
  { out, err }: Output,
  work: (options: Options, args: Args) => Promise<number>,
): Promise<number> {
  try {
    command.configureOutput({ writeOut: out, writeErr: err }).parse(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
  return work(command.opts(), command.processedArgs);
}
