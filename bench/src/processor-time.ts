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
  const ticks = (of: string): number => {
    const stat = stats.get(of);
    if (stat === undefined) return 0;
    const children = [...stats].filter(([, { parent }]) => parent === of);
    return stat.own + stat.ended + children.reduce((sum, [child]) => sum + ticks(child), 0);
  };
  return ticks(String(pid)) / ticksPerSecond;
}

/** The same of all children of this process that have ended. */
export function endedChildrenSeconds(): number {
  return (statOf('self')?.ended ?? Number.NaN) / ticksPerSecond;
}

interface Stat {
  readonly parent: string;
  /** In ticks. */
  readonly own: number;
  /** Of its children that have ended, in ticks. */
  readonly ended: number;
}

function readStats(): ReadonlyMap<string, Stat> {
  const pids =
    read('/proc/self/stat') === undefined ? [] : readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    pids.flatMap((pid): [string, Stat][] => {
      const stat = statOf(pid);
      return stat === undefined ? [] : [[pid, stat]];
    }),
  );
}

/** The fields of proc(5) after the name of the program, which may contain spaces and parentheses. */
function statOf(pid: string): Stat | undefined {
  const fields = read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');
  if (fields === undefined) return undefined;
  const sum = (from: number) => Number(fields[from]) + Number(fields[from + 1]);
  return { parent: fields[1] ?? '', own: sum(11), ended: sum(13) };
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // it has ended meanwhile
  }
}

/** `kill -9` of a process and of all below it, the lowest last, so that none restarts another. */
export function killTree(pid: number): void {
  const children = [...readStats()].filter(([, { parent }]) => parent === String(pid));
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
  for (const [child] of children) killTree(Number(child));
}
