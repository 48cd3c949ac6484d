import { setPriority } from 'node:os';
import { repositoryRoot } from '@cascade/contract';
import { runProgram } from '@cascade/repository/test-kit';

/** A command line, run in the working folder of the tool. */
export type Command = readonly [program: string, ...args: string[]];

/** Puts values in the places of their names in braces. */
export function fillPlaces(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([\w-]+)\}/g, (placeholder, name) => values[name] ?? placeholder);
}

/** How a command ended; `end` is the end of its output and error output, for people. */
export interface EndedCommand {
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
): Promise<EndedCommand> {
  const args = [String(seconds), ...command];
  const ended = await runProgram('timeout', args, { cwd, environment: { ...process.env, ...environment } });
  return { ...ended, end: endOf(`${ended.out}${ended.err}`) };
}

/**
 * Runs one after the other until one fails: the end of what that one printed, with paths from `cwd`;
 * undefined if none did.
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

/** Something of others that is tried, or skipped with the reason. */
export interface ForeignTrial {
  readonly name: string;
  /** Why it cannot be tried here; undefined if it can. */
  absent(): Promise<string | undefined>;
  /** Says what it found, and records it if it is to; whether all is well. */
  run(writes: boolean): Promise<boolean>;
}

/** Prints a line, and others below it. */
export function say(line: string, below: readonly string[] = []): void {
  process.stdout.write(`${[line, ...below].join('\n  ')}\n`);
}

interface Chosen {
  /** The text that a name must contain. */
  readonly only: string;
  readonly writes: boolean;
}

/**
 * Tries one after the other; if they are recorded, `onRecorded` follows each, so that what is interrupted
 * keeps what it has. Resolves to the exit code.
 */
export async function runTrials(
  all: readonly ForeignTrial[],
  { only, writes }: Chosen,
  onRecorded: () => Promise<void>,
): Promise<number> {
  // What is tried takes minutes, so that other work of the machine goes first. Commands inherit it.
  setPriority(15);
  const chosen = all.filter(({ name }) => name.includes(only));
  if (chosen.length === 0) {
    say(`none has ${only} in its name; there are ${all.map(({ name }) => name).join(', ')}`);
    return 2;
  }
  let isWell = true;
  for (const { name, absent, run } of chosen) {
    const why = await absent();
    if (why !== undefined) say(`${name}: skipped: ${why}`);
    else if (!(await run(writes))) isWell = false;
    if (writes) await onRecorded();
  }
  return isWell ? 0 : 1;
}
