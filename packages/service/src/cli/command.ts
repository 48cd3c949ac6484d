import type { ExitCode } from './exit-code.ts';
import type { Terminal } from './terminal.ts';

/** A word after `cascade-service`, and what it does. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `--help` shows: usage, options, examples. */
  readonly help: string;
  /**
   * Gets what follows its name.
   * @throws {UsageError} if that is wrong; whatever else keeps it from its work comes out as an error with advice.
   */
  run(args: readonly string[], terminal: Terminal): Promise<ExitCode>;
}
