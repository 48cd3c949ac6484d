import { readdirSync, readFileSync } from 'node:fs';
import type { openStore } from '@cascade/service/bench';

type Pool = Awaited<ReturnType<typeof openStore>>['pool'];

const ticksPerSecond = 100;

/**
 * The processor time of a PostgreSQL server on this machine, in seconds: all processes since its start
 * (Linux).
 */
export async function serverCpu(pool: Pool): Promise<() => number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = statOf(String(rows[0]?.pid))?.parent ?? '';
  return () => {
    const processes = readdirSync('/proc').filter(
      (pid) => /^\d+$/.test(pid) && (pid === postmaster || statOf(pid)?.parent === postmaster),
    );
    // The kernel adds the times of processes that have exited to their parent.
    const ended = (statOf(postmaster)?.ticksOfEndedChildren ?? 0) / ticksPerSecond;
    return processes.reduce((sum, pid) => sum + secondsOf(pid), ended);
  };
}

function statOf(pid: string): { parent: string; ticksOfEndedChildren: number } | undefined {
  const fields = read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /, '')
    .split(' ');
  if (fields === undefined) return undefined;
  const [, parent = ''] = fields;
  return { parent, ticksOfEndedChildren: Number(fields[13]) + Number(fields[14]) };
}

/** PostgreSQL's processes have one thread each; the kernel counts its nanoseconds. */
function secondsOf(pid: string): number {
  return Number(read(`/proc/${pid}/schedstat`)?.split(' ', 1)[0] ?? 0) / 1e9;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // it has ended meanwhile
  }
}
