import { writeFileAtomically } from './atomic-files.ts';
import type { DataFolder } from './data-folder.ts';
import { ownName } from './server-user.ts';

/**
 * Writes who may connect: the user of this process and root, and only through the socket. There is no password to
 * keep or to leak: PostgreSQL asks the kernel who is at the other end (`peer`). The folder of the socket is closed
 * to others besides, a second lock that does not depend on the first.
 */
export async function writeAccess(folder: DataFolder): Promise<void> {
  await writeFileAtomically(folder.hbaFile, 'local all all peer map=cascade\n');
  const names = new Set(['root', ownName()]);
  const lines = [...names].map((name) => `cascade "${name.replaceAll('"', '""')}" all\n`);
  await writeFileAtomically(folder.identFile, lines.join(''));
}
