import { randomUUID } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from './is-alive.ts';

/** This process in the list of those that use a data folder. */
export interface Enrolment {
  /** Whether another one of the list lives. */
  hasOthers(): Promise<boolean>;
  end(): Promise<void>;
}

const memberName = /^member-(\d+)-/;

/**
 * Enters this process into the list, one empty file each. Unlike a lock of the server it is still there while the
 * server is not, so a process does not take itself for the last while another one has not rejoined yet. On a full or
 * read-only disk the list is empty; that alone does not fail the start.
 */
export async function enrol(folder: string): Promise<Enrolment> {
  const own = `member-${process.pid}-${randomUUID().slice(0, 8)}`;
  await writeFile(join(folder, own), '').catch(() => {});
  return {
    async hasOthers() {
      for (const name of await readdir(folder)) {
        const [, pid] = memberName.exec(name) ?? [];
        if (pid === undefined || name === own) continue;
        if (isAlive(Number(pid))) return true;
        await rm(join(folder, name), { force: true }).catch(() => {});
      }
      return false;
    },
    end: () => rm(join(folder, own), { force: true }).catch(() => {}),
  };
}
