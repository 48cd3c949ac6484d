import { readdirSync, readFileSync } from 'node:fs';

/** Memory in MiB. */
export interface Memory {
  /** Resident, shared pages counted in full: what `ps` and the limit of a container show. */
  readonly rss: number;
  /** Each shared page divided by the processes that share it. */
  readonly pss: number;
  /** Pages of this process alone. */
  readonly own: number;
}

const kibiPerMebi = 1_024;
const ticksPerSecond = 100;

/** The sums of `/proc/<pid>/smaps_rollup` of some processes (Linux). Those of other users are for root alone. */
export function memoryOf(pids: readonly number[]): Memory {
  const texts = pids.map((pid) => read(`/proc/${pid}/smaps_rollup`) ?? '').map(parseRollup);
  const sum = (key: keyof Memory) => texts.reduce((total, memory) => total + memory[key], 0);
  return { rss: sum('rss'), pss: sum('pss'), own: sum('own') };
}

/** Reads one `smaps_rollup`. */
export function parseRollup(text: string): Memory {
  const kibi = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0);
  return {
    rss: kibi('Rss') / kibiPerMebi,
    pss: kibi('Pss') / kibiPerMebi,
    own: (kibi('Private_Clean') + kibi('Private_Dirty')) / kibiPerMebi,
  };
}

/** What a process and its ended children have used of the processors, in seconds. */
export function processorSeconds(pid: number): { readonly itself: number; readonly children: number } {
  return parseStat(read(`/proc/${pid}/stat`) ?? '');
}

/** Reads one `/proc/<pid>/stat`. */
export function parseStat(text: string): {
  readonly itself: number;
  readonly children: number;
  readonly parent: number;
} {
  // The name of the program, in brackets, may hold anything.
  const fields = text
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, usersOfChildren = 0, systemOfChildren = 0] = fields.slice(11, 15);
  return {
    itself: (user + system) / ticksPerSecond,
    children: (usersOfChildren + systemOfChildren) / ticksPerSecond,
    parent,
  };
}

/** The server of a data folder: its first process and its backends; none if it does not run. */
export function serverOf(dataFolder: string): readonly number[] {
  const postmaster = Number.parseInt(read(`${dataFolder}/cluster/postmaster.pid`) ?? '', 10);
  if (Number.isNaN(postmaster)) return [];
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const backends = all.filter((pid) => parseStat(read(`/proc/${pid}/stat`) ?? '').parent === postmaster);
  return [postmaster, ...backends.map(Number)];
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // it has ended meanwhile
  }
}
