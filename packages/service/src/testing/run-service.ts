import { fileURLToPath } from 'node:url';
import { type Ended, runProgram } from '@cascade/repository/test-kit';
import { runCli } from '../cli/run-cli.ts';

/** The command line of the service. */
export const program = fileURLToPath(new URL('../cli.ts', import.meta.url));

/** Runs `cascade-service` as a process of its own, to its end. */
export function runService(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return runProgram(process.execPath, [program, ...args], { environment: withoutDatabase(environment) });
}

/** The same in this process: most of the time of a short command goes into the start of its own. */
export async function runHere(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const written = { out: '', err: '' };
  const code = await runCli(args, {
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    isInteractive: false,
    environment,
    stopped: () => Promise.resolve(),
  });
  return { code, ...written };
}

/** Our environment with the changes; ours never hands down `DATABASE_URL`. */
export function withoutDatabase(changes: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...inherited } = process.env;
  return { ...inherited, ...changes };
}
