import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { noLoader } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { ServerUser } from './server-user.ts';

/** How each of PostgreSQL's programs is started: as that user, and blind to the settings of a libpq client. */
export function spawnOptions(user: ServerUser | undefined): SpawnOptions {
  // The current folder may be closed to the other user. English output, since we read it.
  return { ...user, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } };
}

/** Runs a program to its end and answers what it said, on either stream. */
export async function runProgram(
  program: string,
  args: readonly string[],
  user: ServerUser | undefined,
): Promise<{ readonly succeeded: boolean; readonly output: string }> {
  const child = spawn(program, args, { ...spawnOptions(user), stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
  const [exitCode] = await once(child, 'close').catch((error: unknown) => {
    throw explainSpawn(program, user, error);
  });
  return { succeeded: exitCode === 0, output: Buffer.concat(output).toString().trim() };
}

/** Why one of PostgreSQL's programs could not even be started. */
export function explainSpawn(program: string, user: ServerUser | undefined, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' && existsSync(program)) return noLoader(program, error);
  if (code !== 'EACCES') return error;
  const who = user?.uid ?? process.getuid?.();
  return new EmbeddedPostgresError(
    `The user id ${who} may not run ${program}. Choose a data folder that it can reach, such as /var/lib/cascade, on a disk that is not mounted noexec.`,
    error,
  );
}
