import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createArrivals } from './arrivals.ts';

/** A running program. */
export interface Child {
  readonly process: ChildProcess;
  /** The end of its output, both streams. */
  readonly output: string;
  readonly hasEnded: boolean;
  /**
   * Resolves once the output matches. If the program ends before, or `seconds` pass, kills it and rejects.
   */
  printed(pattern: RegExp, seconds: number): Promise<RegExpExecArray>;
  /** Sends the signal, and after a minute SIGKILL; resolves with the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** How a program ended, and everything that it printed. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface ChildOptions {
  readonly cwd?: string;
  /** Instead of ours. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Whose process it is; ours if absent. */
  readonly user?: { readonly uid?: number; readonly gid?: number };
  /** Then it gets SIGTERM; no limit if absent. */
  readonly timeoutMs?: number;
  /** Signals go to the children of the program, too. */
  readonly isGroup?: boolean;
  /** How much of the output of a running program is kept; 20,000 characters if absent. */
  readonly keptCharacters?: number;
}

type Spawned = ChildProcessByStdio<null, Readable, Readable>;

const secondsToEnd = 60;

/** Starts a program. It is killed with this process at the latest. */
export function startProgram(command: string, args: readonly string[], options: ChildOptions = {}): Child {
  const { isGroup = false, keptCharacters } = options;
  return watch(start(command, args, options, isGroup), isGroup, keptCharacters);
}

/** Starts a shell command; signals go to the shell and its children. */
export function startShell(command: string, cwd: string): Child {
  return watch(start('bash', ['-c', command], { cwd }, true), true);
}

/** Runs a program to its end. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: ChildOptions = {},
): Promise<Ended> {
  return outcomeOf(start(command, args, options));
}

/** Runs a program to its end and returns its standard output. @throws {Error} with its output if it fails. */
export async function outputOf(
  command: string,
  args: readonly string[],
  options: ChildOptions = {},
): Promise<string> {
  return outputIn(await runProgram(command, args, options), [command, ...args].join(' '));
}

/** Runs a shell command to its end and returns its standard output. @throws {Error} if it fails. */
export async function runShell(command: string, cwd: string): Promise<string> {
  return outputIn(await outcomeOf(start('bash', ['-c', command], { cwd }, true)), command);
}

function outputIn({ code, out, err }: Ended, command: string): string {
  if (code !== 0) throw new Error(`ended with ${code}: ${command}\n${out}${err}`);
  return out;
}

function start(command: string, args: readonly string[], options: ChildOptions, isGroup = false) {
  const { cwd, environment: env, user, timeoutMs: timeout } = options;
  const child = spawn(command, args, {
    ...user,
    cwd,
    env,
    timeout,
    detached: isGroup,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => send(child, 'SIGKILL', isGroup);
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

async function outcomeOf(child: Spawned): Promise<Ended> {
  const [[code], out, err] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, out, err };
}

function watch(child: Spawned, isGroup: boolean, keptCharacters = 20_000): Child {
  const closed = once(child, 'close');
  const arrivals = createArrivals();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (added: string) => {
      output = (output + added).slice(-keptCharacters);
      arrivals.notify();
    });
  }
  child.once('close', arrivals.notify);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (!hasEnded()) send(child, signal, isGroup);
    const timer = setTimeout(() => send(child, 'SIGKILL', isGroup), secondsToEnd * 1_000);
    await closed.finally(() => clearTimeout(timer));
    return child.exitCode;
  };
  const find = (pattern: RegExp) => {
    const found = pattern.exec(output);
    if (found === null && hasEnded()) throw new Error('it ended before');
    return found ?? undefined;
  };
  return {
    process: child,
    get output() {
      return output;
    },
    get hasEnded() {
      return hasEnded();
    },
    printed: (pattern, seconds) =>
      arrivals
        .until(() => find(pattern), seconds)
        .catch(async (cause: unknown) => {
          await end('SIGKILL');
          throw new Error(`${child.spawnargs.join(' ')} did not print ${pattern}:\n${output}`, { cause });
        }),
    end,
  };
}

/** A group is the shell and its children. */
function send(child: ChildProcess, signal: NodeJS.Signals, isGroup: boolean): void {
  if (isGroup && child.pid !== undefined) process.kill(-child.pid, signal);
  else child.kill(signal);
}
