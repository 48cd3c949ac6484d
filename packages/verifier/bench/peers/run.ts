import { execFile } from 'node:child_process';
import { defined } from '../../src/defined.ts';

/** What a program wrote, however it ended; the signal ends it. */
export function run(
  program: string,
  args: readonly string[],
  { signal, environment = {} }: { signal?: AbortSignal; environment?: Record<string, string> } = {},
): Promise<string> {
  const options = {
    ...defined({ signal }),
    killSignal: 'SIGKILL',
    maxBuffer: 2 ** 27,
    env: { ...process.env, ...environment },
  } as const;
  return new Promise((resolve) => {
    execFile(program, args, options, (_, out, errors) => resolve(`${out}${errors}`));
  });
}
