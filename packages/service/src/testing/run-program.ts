import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../cli.ts', import.meta.url));

/** What a finished program left behind. */
export interface Outcome {
  readonly code: unknown;
  readonly out: string;
  readonly err: string;
}

/** Runs `cascade-service` as a process of its own, to its end. */
export async function runProgram(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], out, err] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, out, err };
}
