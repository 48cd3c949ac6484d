import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, killServer, serverPid, temporaryDataFolder } from '@cascade/embedded-postgres/testing';
import type { FreshPostgres } from './fresh-postgres.ts';

/** The embedded PostgreSQL. The service restarts it at once, so `takeAway` hides its programs, too. */
export async function ownPostgres(): Promise<FreshPostgres> {
  let cleanUp = async (): Promise<void> => {};
  const dataFolder = temporaryDataFolder((work) => {
    cleanUp = work;
  });
  let programs = '';
  const hidden = join(dataFolder, 'hidden');
  return {
    database: { dataFolder },
    store: { dataFolder },
    async takeAway() {
      const name = (await readdir(dataFolder)).find((each) => /^postgres-\d/.test(each));
      programs = join(dataFolder, name ?? '');
      await rename(programs, hidden);
      await killServer(dataFolder);
    },
    bringBack: () => rename(hidden, programs),
    async remove() {
      const isLeft = await serverPid(dataFolder).then(isAlive, () => false);
      await cleanUp();
      return isLeft;
    },
  };
}
