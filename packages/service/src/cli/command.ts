import type { ExitCode } from './exit-code.ts';
import type { Terminal } from './terminal.ts';

/** A subcommand of `cascade-service`. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `--help` shows: usage, options, examples. */
  readonly help: string;
  /**
   * Takes the arguments after its name.
   * @throws {UsageError} if they are invalid. Any other error has a message with advice.
   */
  run(args: readonly string[], terminal: Terminal): Promise<ExitCode>;
}
