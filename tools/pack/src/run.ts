import { execFile } from 'node:child_process';

/** How a program ended, and what it wrote, errors included. */
export interface Ended {
  readonly code: number;
  readonly output: string;
}

export interface RunOptions {
  readonly cwd: string;
  /** Comes first in the PATH. */
  readonly path?: string;
}

/** What programs see of our environment: the Node of the place, and nothing of whoever runs us. */
export function environment({ path }: RunOptions): NodeJS.ProcessEnv {
  // Corepack and npm tell their children who they are; what we try here must not know.
  const { npm_config_user_agent: _, npm_execpath: __, ...inherited } = process.env;
  return { ...inherited, PATH: [path, process.env.PATH].filter(Boolean).join(':') };
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
 * The same, for what has to succeed; gives what it wrote.
 * @throws {Error} with the command and all that it wrote.
 */
export async function mustRun(...call: Parameters<typeof run>): Promise<string> {
  const { code, output } = await run(...call);
  if (code !== 0) throw new Error(`${call[0]} ${call[1].join(' ')} ended with ${code}:\n${output}`);
  return output;
}
