import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from './data-folder.ts';
import { explainSpawn, type Installation, spawnOptions } from './programs.ts';
import { port } from './socket-folder.ts';

/** A server that this process has started, until it ends. */
export interface ServerProcess {
  /** What it said, once it has ended; nothing while it runs. */
  ended(): Promise<string> | undefined;
}

const largestLog = 10_000_000;

/**
 * Starts the server in a session of its own: Ctrl-C in our terminal is not meant for it, and it outlives us
 * if we are killed, so that the next start finds it at work.
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

/** Parameters of PostgreSQL, by name. */
export type Settings = Readonly<Record<string, string>>;

/**
 * How the server runs, as arguments: each start sets them anew, and leaves
 * `alter system` to the operator for everything that is not named here.
 */
export function serverArguments(folder: DataFolder, sockets: string, changes: Settings): readonly string[] {
  const settings: Settings = { ...defaults, ...placesOf(folder, sockets), ...changes };
  return [
    '-D',
    folder.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

const defaults: Settings = {
  // A commit that was acknowledged survives a crash of the machine.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  shared_buffers: '128MB',
  max_connections: '50',
  // Short queries on few rows: neither pays.
  max_parallel_workers_per_gather: '0',
  jit: 'off',

  timezone: 'UTC',
  log_timezone: 'UTC',
  cluster_name: 'cascade',
  log_checkpoints: 'off',
  // Neither statements nor the values they failed on: those are what people wrote to each other.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

function placesOf(folder: DataFolder, sockets: string): Settings {
  return {
    listen_addresses: '',
    port: String(port),
    // A list of names, of which ours may hold a comma.
    unix_socket_directories: `"${sockets.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    hba_file: folder.hbaFile,
    ident_file: folder.identFile,
  };
}

/** The part of a pino logger that is used here. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Discards everything. */
export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** The message and code of an error, without the rows and values that a database error carries. */
export function describeError(error: unknown): { readonly message: string; readonly code?: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message } = error;
  return 'code' in error && typeof error.code === 'string' ? { message, code: error.code } : { message };
}

/**
 * Removes the lock files of a dead server whose process id is still taken: by another program, since ids
 * start over in a container, or by the dead server itself until its parent reads its exit status. PostgreSQL
 * sees only that the id is taken, and does not start. What guards the data then is its shared memory, which a
 * living process of a dead server still holds.
 */
export async function removeStaleLocks(cluster: string, sockets: string): Promise<void> {
  await removeIfStale(join(cluster, 'postmaster.pid'));
  await removeIfStale(join(sockets, `.s.PGSQL.${port}.lock`));
}

async function removeIfStale(lockFile: string): Promise<void> {
  const pid = Number.parseInt(await readFile(lockFile, 'utf8').catch(() => ''), 10);
  // Without /proc, as on macOS, nothing is proven, and the file stays.
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, program, state] = /^\d+ \((.*)\) (\w)/s.exec(status) ?? [];
  if (program === undefined) return;
  if (program !== 'postgres' || state === 'Z') await rm(lockFile, { force: true });
}
