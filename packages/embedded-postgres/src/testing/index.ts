import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { superuser } from '../make-cluster.ts';
import { retarget } from '../socket-folder.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../start-embedded-postgres.ts';

/** A path for a data folder, which is removed in the end, with whatever still runs on it. */
export function temporaryDataFolder(
  atTheEnd: (cleanUp: () => Promise<void>) => void,
  ...below: readonly string[]
): string {
  const root = join(tmpdir(), `cascade-embedded-${randomUUID().slice(0, 8)}`);
  const dataFolder = join(root, ...below);
  atTheEnd(async () => {
    await killServer(dataFolder).catch(() => {});
    await rm(root, { recursive: true, force: true, maxRetries: 10 });
  });
  return dataFolder;
}

/** Starts the server, and stops it at the end of the test at the latest. */
export async function startHere(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(options);
  onTestFinished(() => server.stop());
  return server;
}

/** Lends a connection of its own to some work. */
export async function withConnection<Result>(
  connectionString: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString });
  // The test may end its server.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The first column of the first row. */
export function ask(connectionString: string, text: string): Promise<unknown> {
  return withConnection(connectionString, async (client) => {
    const { rows } = await client.query({ text, rowMode: 'array' });
    return rows[0]?.[0];
  });
}

/** Waits until the server has noticed that its other users are dead. */
export async function untilAlone(connectionString: string): Promise<void> {
  const asSuperuser = retarget(connectionString, { user: superuser, database: superuser });
  const members = "select count(*)::integer from pg_stat_activity where application_name = 'cascade-member'";
  await vi.waitFor(async () => expect(await ask(asSuperuser, members)).toBe(1), { timeout: 60_000 });
}

/** Process id of the server, as its lock file has it. */
export async function serverPid(dataFolder: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataFolder, 'cluster', 'postmaster.pid'), 'utf8'), 10);
}

/** Ends the server as a power cut would: with all its processes, one of which might still finish a commit. */
export async function killServer(dataFolder: string): Promise<void> {
  const pid = await serverPid(dataFolder);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  process.kill(pid, 'SIGKILL');
  for (const child of children.split(' ').filter(Boolean)) killIfThere(Number(child));
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has noticed that its parent is gone.
  }
}

/**
 * Fills a data folder with the cluster and the programs of another one, on which no server runs. A start then
 * finds what a first start would have made. Synchronous, since a thousand small files take a third of the
 * time that way.
 */
export function copyDataFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  // The user of the server may be another one.
  chmodSync(to, 0o755);
  for (const name of readdirSync(from)) {
    if (name === 'cluster') copy(join(from, name), join(to, name), copyFileSync);
    // The server only reads its programs.
    if (/^postgres-\d/.test(name)) copy(join(from, name), join(to, name), linkOrCopy);
  }
}

/** With owners and modes. */
function copy(from: string, to: string, copyFile: (from: string, to: string) => void): void {
  const found = lstatSync(from);
  if (found.isSymbolicLink()) {
    symlinkSync(readlinkSync(from), to);
    return;
  }
  if (found.isDirectory()) {
    mkdirSync(to);
    for (const name of readdirSync(from)) copy(join(from, name), join(to, name), copyFile);
    chmodSync(to, found.mode);
  } else {
    copyFile(from, to);
  }
  if (process.getuid?.() === 0) lchownSync(to, found.uid, found.gid);
}

/** A link takes no room, but does not lead to another disk. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

const module = new URL('../start-embedded-postgres.ts', import.meta.url);

/** Another Node that has started the server, or was told why not. */
interface Child {
  readonly process: ChildProcess;
  readonly connectionString?: string;
  readonly message?: string;
}

/** A user who is not root. */
export const stranger = { uid: 65534, gid: 65534 };

/** Whether the child can run as that user: only root may switch, and the sources must be readable by all. */
export function canBecomeStranger(): boolean {
  if (process.getuid?.() !== 0) return false;
  const reads = `require('node:fs').accessSync(${JSON.stringify(fileURLToPath(module))})`;
  return spawnSync(process.execPath, ['-e', reads], { ...stranger, cwd: '/' }).status === 0;
}

/** Starts the server from another process, which then uses it until it is killed. */
export async function startInChild(
  options: EmbeddedPostgresOptions,
  user: typeof stranger | undefined = undefined,
): Promise<Child> {
  const child = spawnStart(options, user);
  const [report] = await once(child.stdout, 'data');
  return { process: child, ...JSON.parse(String(report)) };
}

/** The other process, about to start the server; the end of the test kills it at the latest. */
export function spawnStart(
  { dataFolder }: EmbeddedPostgresOptions,
  user: typeof stranger | undefined = undefined,
): ChildProcessByStdio<null, Readable, null> {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module.href)};
    const report = await startEmbeddedPostgres({ dataFolder: ${JSON.stringify(dataFolder)} }).then(
      ({ connectionString }) => ({ connectionString }),
      ({ message }) => ({ message }),
    );
    process.stdout.write(JSON.stringify(report));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    ...user,
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Ends the process without a chance to clean up. */
export async function killChild(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** For tests in this repository that look behind a server, or end it as a power cut would. Not published. */
export { findBinaries } from '../binaries.ts';
export { isAlive } from '../data-folder.ts';
export { createDatabase, superuser } from '../make-cluster.ts';
export { connectionStringOf, retarget, socketFolderOf } from '../socket-folder.ts';
