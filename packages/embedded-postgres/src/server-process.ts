import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, type FileHandle, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Installation } from './make-cluster.ts';
import { explainSpawn, spawnOptions } from './run-program.ts';

/** A server that this process has started, until it ends. */
export interface ServerProcess {
  /** What it said, once it has ended; nothing while it runs. */
  ended(): Promise<string> | undefined;
}

const largestLog = 10_000_000;

/**
 * Starts the server in a session of its own: Ctrl-C in our terminal is not meant for it, and it outlives us if we
 * are killed, so that the next start finds it at work.
 */
export async function startServerProcess(
  { folder, binaries, user }: Installation,
  args: readonly string[],
): Promise<ServerProcess> {
  const log = await openLog(folder.log);
  const { size } = await log.stat();
  const program = join(binaries, 'bin', 'postgres');
  const options = { ...spawnOptions(user), detached: true };
  const child = spawn(program, args, { ...options, stdio: ['ignore', log.fd, log.fd] });
  await once(child, 'spawn').catch(async (error: unknown) => {
    await log.close();
    throw explainSpawn(program, user, error);
  });
  await log.close();
  child.unref();
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return { ended: () => (hasEnded() ? readFrom(folder.log, size) : undefined) };
}

/** Opens the log for more of it, and sets a large one aside. A link in its place is not followed. */
async function openLog(path: string): Promise<FileHandle> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > largestLog) await rename(path, `${path}.1`);
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  return open(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600);
}

async function readFrom(path: string, start: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(64_000), position: start });
    return buffer.toString('utf8', 0, bytesRead).trim();
  } finally {
    await file.close();
  }
}
