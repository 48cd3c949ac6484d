import { execFile } from 'node:child_process';

export interface Ended {
  readonly code: number;
  /** Its standard output and error output. */
  readonly output: string;
}

/** Runs a program to its end; it is killed after two minutes. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const env = { ...process.env, ...environment };
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, timeout: 120_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, output: stdout + stderr });
    });
  });
}

/** Runs a program and returns its output. @throws {Error} if it fails. */
export async function mustRun(...call: Parameters<typeof run>): Promise<string> {
  const { code, output } = await run(...call);
  if (code !== 0) throw new Error(`${call[0]} ${call[1].join(' ')} ended with ${code}:\n${output}`);
  return output;
}
