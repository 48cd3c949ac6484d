import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { repositoryRoot } from './published.ts';

/** The exit code and the output of a program, errors included. */
interface Ended {
  readonly code: number;
  readonly output: string;
}

interface RunOptions {
  readonly cwd: string;
  /** The first entry of PATH. */
  readonly path?: string;
  /** What the program has in its environment, too. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Our environment for the programs that are tried: with the Node of the place, without the traces of npm. */
export function environment({ path, variables }: RunOptions): NodeJS.ProcessEnv {
  // Corepack and npm announce themselves to child processes; the programs under test must not see it.
  const { npm_config_user_agent: _, npm_execpath: __, ...inherited } = process.env;
  return { ...inherited, ...variables, PATH: [path, process.env.PATH].filter(Boolean).join(':') };
}

/** Runs a program to its end, at most five minutes. */
export function run(program: string, args: readonly string[], options: RunOptions): Promise<Ended> {
  const env = environment(options);
  return new Promise((resolve) => {
    execFile(program, args, { cwd: options.cwd, env, timeout: 300_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, output: stdout + stderr });
    });
  });
}

/**
 * Runs a program that must succeed; resolves with its output.
 * @throws {Error} with the command and its output.
 */
export async function mustRun(...call: Parameters<typeof run>): Promise<string> {
  const { code, output } = await run(...call);
  if (code !== 0)
    throw new Error(`${call[0]} ${call[1].join(' ')} exited with ${code}, expected 0:\n${output}`);
  return output;
}

/** One thing that was tried, and what went wrong, if anything did. */
export interface PackTrial {
  readonly says: string;
  readonly fault?: string;
}

/** A trial that passes if `fault` is absent. */
export function trial(says: string, fault: string | undefined): PackTrial {
  return fault === undefined ? { says } : { says, fault };
}

/** A program passes if it exits with 0 and its output contains `expected`. */
export function programTrial(says: string, { code, output }: Ended, expected: string): PackTrial {
  const isFine = code === 0 && output.includes(expected);
  return trial(says, isFine ? undefined : `exit code ${code}\n${output}`);
}

/** Runs pnpm: the pnpm that started this process, else through `npx`, which asks the registry first. */
export function pnpm(args: readonly string[], options: RunOptions): Promise<string> {
  const { npm_execpath: runner = '' } = process.env;
  if (/^pnpm(?:\.exe)?$/.test(basename(runner))) return mustRun(runner, args, options);
  const { packageManager } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
  return mustRun('npx', ['-y', packageManager, ...args], options);
}
