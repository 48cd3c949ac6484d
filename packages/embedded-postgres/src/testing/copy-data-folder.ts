import {
  chmodSync,
  copyFileSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * Fills a data folder with the cluster and the programs of another one, on which no server runs. A start then finds
 * what a first start would have made. Synchronous, since a thousand small files take a third of the time that way.
 */
export function copyDataFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  // The user of the server may be another one.
  chmodSync(to, 0o755);
  for (const name of readdirSync(from)) {
    if (name === 'cluster') copy(join(from, name), join(to, name), copyFileSync);
    // The server only reads its programs.
    if (/^postgres-\d/.test(name)) copy(join(from, name), join(to, name), linkOrCopy);
  }
}

/** With owners and modes. */
function copy(from: string, to: string, copyFile: (from: string, to: string) => void): void {
  const found = lstatSync(from);
  if (found.isSymbolicLink()) {
    symlinkSync(readlinkSync(from), to);
    return;
  }
  if (found.isDirectory()) {
    mkdirSync(to);
    for (const name of readdirSync(from)) copy(join(from, name), join(to, name), copyFile);
    chmodSync(to, found.mode);
  } else {
    copyFile(from, to);
  }
  if (process.getuid?.() === 0) lchownSync(to, found.uid, found.gid);
}

/** A link takes no room, but does not lead to another disk. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
