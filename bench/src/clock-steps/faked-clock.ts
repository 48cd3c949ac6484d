import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Debian's package faketime. The second library is for programs with several threads, such as Node. */
const folder = '/usr/lib/x86_64-linux-gnu/faketime';
const libraries = { single: `${folder}/libfaketime.so.1`, threads: `${folder}/libfaketimeMT.so.1` } as const;

export const hasFaketime = existsSync(libraries.threads);

/** The wall clock of a program, which can be set while it runs. Its monotonic clock goes on. */
export interface FakedClock {
  /** For the environment of the program. */
  readonly environment: Readonly<Record<string, string>>;
  /** Sets it to the machine's time and that many seconds. */
  set(seconds: number): Promise<void>;
}

export async function fakeClock(
  room: string,
  name: string,
  threads: 'single' | 'threads',
): Promise<FakedClock> {
  const file = join(room, `${name}.faketime`);
  const set = (seconds: number) => writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  await set(0);
  // The database server runs as another user.
  await chmod(file, 0o644);
  return {
    set,
    environment: {
      LD_PRELOAD: libraries[threads],
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  };
}
