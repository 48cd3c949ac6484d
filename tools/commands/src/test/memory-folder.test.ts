import { existsSync, mkdirSync, statSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { isWithPrograms, memoryFolder } from './memory-folder.ts';

test.each([
  ['of a machine', 'tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0', true],
  ['of a container', 'shm /dev/shm tmpfs rw,nosuid,nodev,noexec,relatime,size=65536k 0 0', false],
  ['that cannot be written to', 'tmpfs /dev/shm tmpfs ro 0 0', false],
  ['that is not in memory', '/dev/sda1 /dev/shm ext4 rw 0 0', false],
  ['that another one covers', 'tmpfs /dev/shm tmpfs rw 0 0\ntmpfs /dev/shm tmpfs rw,noexec 0 0', false],
  ['that is missing', 'proc /proc proc rw 0 0\n', false],
])('/dev/shm %s', (_, mounts, isUsable) => {
  expect(isWithPrograms(mounts)).toBe(isUsable);
});

const folder = memoryFolder();

test.skipIf(folder === undefined)(
  'another user may look into it, and it goes with the run, or with the next one',
  () => {
    const { path, remove } = folder ?? { path: '', remove: () => {} };
    const dead = path.replace(String(process.pid), '4194305');
    mkdirSync(dead);
    onTestFinished(remove);
    expect(statSync(path).mode & 0o777).toBe(0o755);
    memoryFolder()?.remove();
    expect([existsSync(path), existsSync(dead)]).toEqual([true, false]);
    remove();
    expect(existsSync(path)).toBe(false);
  },
);
