import { execFile } from 'node:child_process';

/** What a program wrote, however it ended; it is ended after so many seconds. */
export function run(
  program: string,
  args: readonly string[],
  { seconds = 180, environment = {} }: { seconds?: number; environment?: Record<string, string> } = {},
): Promise<string> {
  const options = {
    timeout: seconds * 1_000,
    maxBuffer: 2 ** 27,
    env: { ...process.env, ...environment },
  };
  return new Promise((resolve) => {
    execFile(program, args, options, (_, out, errors) => resolve(`${out}${errors}`));
  });
}
