import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeSocketFolder, socketFolderOf } from './socket-folder.ts';

function temporaryPath(): string {
  const path = join(tmpdir(), `cascade-sockets-${randomUUID()}`);
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('sockets are inside the data folder, as long as their path fits into an address', () => {
  const longest = `/${'a'.repeat(80)}`;
  expect(Buffer.byteLength(`${longest}/sockets/.s.PGSQL.5432`)).toBe(103);
  expect(socketFolderOf(longest, undefined)).toBe(`${longest}/sockets`);
  expect(socketFolderOf(`${longest}b`, undefined)).toMatch(/^\/tmp\/cascade-\d+-[0-9a-f]{16}$/);
  // Two bytes each.
  expect(socketFolderOf(`/${'é'.repeat(41)}`, undefined)).toMatch(/^\/tmp\//);
});

test('two data folders, or two users, have two places under /tmp', () => {
  const [one, other] = ['a'.repeat(200), 'b'.repeat(200)].map((path) => socketFolderOf(path, undefined));
  expect(one).not.toBe(other);
  expect(socketFolderOf('a'.repeat(200), { uid: 4242, gid: 1 })).not.toBe(one);
});

test('a folder is made once', async () => {
  const path = temporaryPath();
  await makeSocketFolder(path, undefined);
  await makeSocketFolder(path, undefined);
});

test('a folder that others can enter is refused', async () => {
  const path = temporaryPath();
  await mkdir(path);
  await chmod(path, 0o750);
  await expect(makeSocketFolder(path, undefined)).rejects.toThrow('a stranger could listen there');
});

test('a link is refused', async () => {
  const path = temporaryPath();
  const target = temporaryPath();
  await makeSocketFolder(target, undefined);
  await symlink(target, path);
  await expect(makeSocketFolder(path, undefined)).rejects.toThrow('a stranger could listen there');
});

test.runIf(process.getuid?.() === 0)('a folder of another user is refused', async () => {
  const path = temporaryPath();
  await makeSocketFolder(path, { uid: 4242, gid: 4242 });
  await expect(makeSocketFolder(path, undefined)).rejects.toThrow('a stranger could listen there');
});
