import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The processes of a server, all of them stopped: the postmaster first, so that it starts no further one meanwhile. */
export async function stopProcesses(dataFolder: string): Promise<readonly number[]> {
  const lines = (await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n');
  const postmaster = Number(lines[0]);
  signalAll([postmaster], 'SIGSTOP');
  const all = [postmaster, ...(await childrenOf(postmaster))];
  signalAll(all, 'SIGSTOP');
  return all;
}

async function childrenOf(parent: number): Promise<readonly number[]> {
  // `ps` ends with 1 if there is none.
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(parent)]).catch(() => ({ stdout: '' }));
  return stdout.split('\n').filter(Boolean).map(Number);
}

/** Signals each process that still runs. */
export function signalAll(pids: readonly number[], signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
}
