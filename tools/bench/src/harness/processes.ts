import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/**
 * Seconds of processor time, user and system, of a process alone: of its threads that still run, to the nanosecond. NaN
 * if it has ended, or without /proc (Linux).
 */
export function processorSeconds(pid: number): number {
  const folder = `/proc/${pid}/task`;
  if (read(`/proc/${pid}/stat`) === undefined) return Number.NaN;
  const nanoseconds = (thread: string) =>
    Number(read(`${folder}/${thread}/schedstat`)?.split(' ', 1)[0] ?? 0);
  return readdirSync(folder).reduce((sum, thread) => sum + nanoseconds(thread), 0) / 1e9;
}

/** The same of a process and of all below it, also of those that have ended meanwhile. */
export function treeSeconds(pid: number): number {
  const stats = readStats();
  const of = (one: number): number => {
    const stat = stats.get(one);
    if (stat === undefined) return 0;
    const children = [...stats].filter(([, { parent }]) => parent === one);
    return stat.itself + stat.children + children.reduce((sum, [child]) => sum + of(child), 0);
  };
  return of(pid);
}

/** The same of all children of this process that have ended. */
export function endedChildrenSeconds(): number {
  return statOf('self')?.children ?? Number.NaN;
}

/** A process and its children, such as the sessions of a PostgreSQL server. */
export function withChildren(pid: number): readonly number[] {
  return [pid, ...[...readStats()].flatMap(([child, { parent }]) => (parent === pid ? [child] : []))];
}

/** Seconds of processor time of a PostgreSQL server since its start, its ended sessions included. */
export function serverSeconds(postmaster: number): number {
  // The kernel adds the times of processes that have exited to their parent.
  return withChildren(postmaster).reduce(
    (sum, pid) => sum + (processorSeconds(pid) || 0),
    statOf(postmaster)?.children ?? 0,
  );
}

interface Asked {
  query(sql: string): Promise<{ readonly rows: readonly { readonly pid?: number }[] }>;
}

/** The same of the server behind a session. */
export async function serverClock(session: Asked): Promise<() => number> {
  const { rows } = await session.query('select pg_backend_pid() as pid');
  const postmaster = statOf(rows[0]?.pid ?? 0)?.parent ?? 0;
  return () => serverSeconds(postmaster);
}

/** Times in seconds. */
export interface Stat {
  readonly parent: number;
  readonly itself: number;
  /** Of its children that have ended. */
  readonly children: number;
}

function readStats(): ReadonlyMap<number, Stat> {
  const pids =
    read('/proc/self/stat') === undefined ? [] : readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    pids.flatMap((pid): [number, Stat][] => {
      const stat = statOf(pid);
      return stat === undefined ? [] : [[Number(pid), stat]];
    }),
  );
}

export function statOf(pid: number | string): Stat | undefined {
  const text = read(`/proc/${pid}/stat`);
  return text === undefined ? undefined : parseStat(text);
}

/** Reads the fields of proc(5) after the name of the program, in brackets, which may hold anything. */
export function parseStat(text: string): Stat {
  const fields = text
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, usersOfChildren = 0, systemOfChildren = 0] = fields.slice(11, 15);
  return {
    parent,
    itself: (user + system) / ticksPerSecond,
    children: (usersOfChildren + systemOfChildren) / ticksPerSecond,
  };
}

/** Memory in MiB. */
export interface Memory {
  /** Resident, shared pages counted in full: what `ps` and the limit of a container show. */
  readonly rss: number;
  /** Each shared page divided by the processes that share it. */
  readonly pss: number;
  /** Pages of this process alone. */
  readonly own: number;
}

/** The sums of `/proc/<pid>/smaps_rollup` of some processes (Linux). Those of other users are for root alone. */
export function memoryOf(pids: readonly number[]): Memory {
  const all = pids.map((pid) => parseRollup(read(`/proc/${pid}/smaps_rollup`) ?? ''));
  const sum = (key: keyof Memory) => all.reduce((total, memory) => total + memory[key], 0);
  return { rss: sum('rss'), pss: sum('pss'), own: sum('own') };
}

/** Reads one `smaps_rollup`. */
export function parseRollup(text: string): Memory {
  const mebi = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) / 1_024;
  return { rss: mebi('Rss'), pss: mebi('Pss'), own: mebi('Private_Clean') + mebi('Private_Dirty') };
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
  const [, ...children] = withChildren(pid);
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
