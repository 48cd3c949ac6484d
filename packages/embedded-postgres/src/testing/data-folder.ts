import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** The first column of the first row. */
export async function ask(connectionString: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
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
