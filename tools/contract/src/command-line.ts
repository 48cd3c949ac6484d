import { Command, CommanderError, InvalidArgumentError } from '@commander-js/extra-typings';

export { InvalidArgumentError };

/** Where a command writes. */
interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

const ofProcess: Streams = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

/**
 * The command line of a tool. `more` is the end of its help: examples and exit codes. An unknown option is an
 * error that suggests a near one.
 */
export function commandLine(name: string, description: string, more: string) {
  return new Command(name)
    .description(description)
    .addHelpText('after', `\n${more}`)
    .showHelpAfterError(`Try ${name} --help.`)
    .configureHelp({ helpWidth: 120 })
    .exitOverride();
}

/**
 * Reads the command line and does the work. Resolves with the exit code: that of the work; 0 after help; 2
 * for a command line that cannot be read, or that the work refuses by `command.error`.
 */
export async function runCommand<Args extends unknown[], Options extends Record<string, unknown>>(
  command: Command<Args, Options>,
  work: (options: Options, args: Args) => Promise<number> | number,
  { args = process.argv.slice(2), out, err }: Partial<Streams> & { readonly args?: readonly string[] } = {},
): Promise<number> {
  command.configureOutput({ writeOut: out ?? ofProcess.out, writeErr: err ?? ofProcess.err });
  try {
    // Package managers pass on the `--` that separates the arguments of a script from their own.
    command.parse(args[0] === '--' ? args.slice(1) : args, { from: 'user' });
    return await work(command.opts(), command.processedArgs);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

/** Parses the number of a port. */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new InvalidArgumentError('Expected a port from 0 to 65535.');
}

/** Parses a whole number of at least 1. */
export function parseCount(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number, at least 1.');
}

/** Parses an option that may be repeated. */
export function repeated(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
