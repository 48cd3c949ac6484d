import type { ExitCode } from './exit-code.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** The second word of a command, e.g. `list` in `keys list`. */
export type Action = (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;

/**
 * Runs the action that the first word names.
 * @throws {UsageError} if there is no such action.
 */
export function runAction(
  actions: Readonly<Record<string, Action>>,
  [name, ...args]: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const action = name !== undefined && Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action !== undefined) return action(args, terminal);
  const names = Object.keys(actions).join(', ');
  throw new UsageError(
    name === undefined
      ? `Missing action; expected one of: ${names}.`
      : `Unknown action ${name}; expected one of: ${names}.`,
  );
}
