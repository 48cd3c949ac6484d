import { defined } from '../defined.ts';
import { type CliArguments, parseArguments } from './parse-arguments.ts';
import { explainStartFailure } from './start-failure.ts';
import { usage } from './usage.ts';

/** The process as the CLI uses it. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Resolves on the signal to stop. */
  stopped(): Promise<unknown>;
}

/** Runs the CLI and returns its exit code: 0 stopped, 1 could not start, 2 invalid command line. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  if (args[0] === 'replay') {
    const { runReplay } = await import('../replay/run-replay.ts');
    return runReplay(args.slice(1), { ...terminal, key: process.env.CASCADE_API_KEY });
  }
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
  // Imported here so that --help does not wait for Prism, which takes most of a second to load.
  const { startMock } = await import('../start-mock.ts');
  try {
    const mock = await startMock({ ...options, ...defined({ log: quiet ? undefined : terminal.out }) });
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
