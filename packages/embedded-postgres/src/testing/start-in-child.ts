import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { EmbeddedPostgresOptions } from '../start-embedded-postgres.ts';

const module = new URL('../start-embedded-postgres.ts', import.meta.url);

/** Another Node that has started the server, or was told why not. */
export interface Child {
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
