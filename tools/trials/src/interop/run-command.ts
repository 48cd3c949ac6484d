import { fileURLToPath } from 'node:url';
import { repositoryRoot } from '@cascade/contract';
import { runProgram } from '@cascade/test-kit';

/** A command line, run in the working folder of the tool. */
export type Command = readonly [program: string, ...args: string[]];

/** Programs of ours, and the tables of commands. */
export const programsFolder = fileURLToPath(new URL('../../interop-programs', import.meta.url));

/**
 * A command of a table: separates the words, and then fills in the values, since a path may have spaces. Words in double quotes are
 * one; what begins with `$ ` is for the shell.
 */
export function commandOf(text: string, values: Readonly<Record<string, string>>): Command {
  if (text.startsWith('$ ')) return ['bash', '-c', fill(text.slice(2), values)];
  const [program = '', ...args] = [...text.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) =>
    fill(quoted ?? word, values),
  );
  return [program, ...args];
}

/** Puts values in the places of their names in braces. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([\w-]+)\}/g, (placeholder, name) => values[name] ?? placeholder);
}

/** How a command ended; `end` is the end of its output and error output, for people. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly end: string;
}

interface Where {
  readonly cwd: string;
  /** Variables beside ours. */
  readonly environment?: Readonly<Record<string, string>>;
  /** After which it is killed; twenty minutes if absent. */
  readonly seconds?: number;
}

/** Runs a command to its end. */
export async function runOne(
  command: Command,
  { cwd, environment = {}, seconds = 1_200 }: Where,
): Promise<Ended> {
  const args = [String(seconds), ...command];
  const ended = await runProgram('timeout', args, { cwd, environment: { ...process.env, ...environment } });
  return { ...ended, end: endOf(`${ended.out}${ended.err}`) };
}

/**
 * Runs one after the other until one fails: the end of what that one printed, with paths from `cwd`; undefined if none
 * did.
 */
export async function runAll(commands: readonly Command[], cwd: string): Promise<string | undefined> {
  for (const command of commands) {
    const { code, end } = await runOne(command, { cwd });
    if (code !== 0) return end.replaceAll(`${cwd}/`, '') || `${command[0]} ended with ${code}`;
  }
  return undefined;
}

/** Why the toolchain is absent: the first command that does not succeed; undefined if all do. */
export async function absentTool(needs: readonly Command[]): Promise<string | undefined> {
  for (const command of needs) {
    // A folder is needed by `test -d`.
    const [program, , folder] = command;
    const missing = program === 'test' ? folder : program;
    if ((await runOne(command, { cwd: '.' })).code !== 0) return `${missing} is not here`;
  }
  return undefined;
}

/** Without the folder of the repository, since results are committed. */
export function endOf(text: string): string {
  return text.replaceAll(`${repositoryRoot}/`, '').trim().slice(-400);
}
