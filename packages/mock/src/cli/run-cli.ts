import { type CliArguments, parseArguments } from './parse-arguments.ts';
import { explainStartFailure } from './start-failure.ts';
import { usage } from './usage.ts';

/** What the CLI needs of the process that it runs in. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Settles when the user wants the mock to stop. */
  stopped(): Promise<unknown>;
}

/** Runs the CLI and gives its exit code: 0 stopped, 1 could not start, 2 wrong command line. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  const parsed = tryParse(args);
  if (parsed instanceof Error) {
    terminal.err(`${parsed.message}\nTry cascade-mock --help.\n`);
    return 2;
  }
  if (!parsed.help) return serve(parsed, terminal);
  terminal.out(usage);
  return 0;
}

function tryParse(args: readonly string[]): CliArguments | Error {
  try {
    return parseArguments(args);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function serve({ quiet, help: _, ...options }: CliArguments, terminal: Terminal): Promise<number> {
  // Loaded late: Prism takes most of a second, and --help need not wait for it.
  const { startMock } = await import('../start-mock.ts');
  try {
    const mock = await startMock({ ...options, ...(quiet ? {} : { log: terminal.out }) });
    const hint = options.provider === undefined ? ', with the key demo-key' : '';
    terminal.out(`cascade-mock listens on ${mock.url}${hint}. Ctrl-C stops it.\n`);
    await terminal.stopped();
    await mock.close();
    return 0;
  } catch (error) {
    terminal.err(`${explainStartFailure(error, options)}\n`);
    return 1;
  }
}
