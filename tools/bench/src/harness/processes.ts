import { readdirSync, readFileSync } from 'node:fs';
import type { Asked } from './audit.ts';
import { sum, sums } from './statistics.ts';

const ticksPerSecond = 100;

/** The folders of the threads of a process (Linux); none if it has ended. */
function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  } catch {
    return [];
  }
}

/**
 * Seconds of processor time, user and system, of a process alone: of its threads that still run, to the
 * nanosecond. NaN if it has ended, or without /proc (Linux).
 */
export function processorSeconds(pid: number): number {
  const threads = threadsOf(pid);
  const nanoseconds = (thread: string) => Number(read(`${thread}/schedstat`)?.split(' ', 1)[0] ?? 0);
  return threads.length === 0 ? Number.NaN : sum(threads.map(nanoseconds)) / 1e9;
}

/**
 * Looks at every process: the kernel's own list of children may leave one out while another ends (proc(5)).
 */
function childrenOf(pid: number): readonly number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.map(Number).filter((one) => statOf(one)?.parent === pid);
}

/** The same of a process and of all below it, also of those that have ended meanwhile. */
export function treeSeconds(pid: number): number {
  const { itself, children } = statOf(pid) ?? { itself: 0, children: 0 };
  return itself + children + sum(childrenOf(pid).map(treeSeconds));
}

/** The same of all children of this process that have ended. */
export function endedChildrenSeconds(): number {
  return statOf('self')?.children ?? Number.NaN;
}

/** A process and its children, such as the sessions of a PostgreSQL server. */
export function withChildren(pid: number): readonly number[] {
  return [pid, ...childrenOf(pid)];
}

/** Seconds of processor time of a PostgreSQL server since its start, its ended sessions included. */
export function serverSeconds(postmaster: number): number {
  // The kernel adds the times of processes that have exited to their parent.
  const running = sum(withChildren(postmaster).map((pid) => processorSeconds(pid) || 0));
  return running + (statOf(postmaster)?.children ?? 0);
}

/** The same of the server behind a session. */
export async function serverClock(session: Pick<Asked, 'query'>): Promise<() => number> {
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = statOf(rows[0]?.pid ?? 0)?.parent ?? 0;
  return () => serverSeconds(postmaster);
}

export function statOf(pid: number | string) {
  const text = read(`/proc/${pid}/stat`);
  return text === undefined ? undefined : parseStat(text);
}

/**
 * Reads the fields of proc(5) after the name of the program, in brackets, which may hold anything. Times are
 * in seconds.
 */
export function parseStat(text: string) {
  const fields = text
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, usersOfChildren = 0, systemOfChildren = 0] = fields.slice(11, 15);
  return {
    parent,
    itself: (user + system) / ticksPerSecond,
    /** Of its children that have ended. */
    children: (usersOfChildren + systemOfChildren) / ticksPerSecond,
  };
}

/**
 * The sums of `/proc/<pid>/smaps_rollup` of some processes (Linux). Those of other users are for root alone.
 */
export function memoryOf(pids: readonly number[]) {
  const none = parseRollup('');
  return sums([none, ...pids.map((pid) => parseRollup(read(`/proc/${pid}/smaps_rollup`) ?? ''))]);
}

/** Reads one `smaps_rollup`, in MiB. */
export function parseRollup(text: string) {
  const mebi = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) / 1_024;
  return {
    /** Resident, shared pages counted in full: what `ps` and the limit of a container show. */
    rss: mebi('Rss'),
    /** Each shared page divided by the processes that share it. */
    pss: mebi('Pss'),
    /** Pages of this process alone. */
    own: mebi('Private_Clean') + mebi('Private_Dirty'),
  };
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

/** Stops a process and its children: itself first, so that it starts no further one meanwhile. */
export function stopTree(pid: number): readonly number[] {
  signalAll([pid], 'SIGSTOP');
  const all = withChildren(pid);
  signalAll(all, 'SIGSTOP');
  return all;
}

/** `kill -9` of a process and of all below it, the lowest last, so that none restarts another. */
export function killTree(pid: number): void {
  const children = childrenOf(pid);
  signalAll([pid], 'SIGKILL');
  for (const child of children) killTree(child);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // it has ended meanwhile
  }
}
