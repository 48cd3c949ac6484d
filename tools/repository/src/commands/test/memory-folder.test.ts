import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
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
const dead = (folder?.path ?? '').replace(String(process.pid), '4194305');

test.skipIf(folder === undefined)(
  'another user may look into it, and it goes with the run, or with the next one',
  () => {
    const { path, remove } = folder ?? { path: '', remove: () => {} };
    mkdirSync(dead);
    onTestFinished(remove);
    expect(statSync(path).mode & 0o777).toBe(0o755);
    memoryFolder()?.remove();
    expect([existsSync(path), existsSync(dead)]).toEqual([true, false]);
    remove();
    expect(existsSync(path)).toBe(false);
  },
);

test.skipIf(folder === undefined || process.getuid?.() !== 0)(
  'a disk that a killed run has left mounted there goes with its folder, and does not keep the next run out',
  () => {
    const place = join(dead, 'disk');
    mkdirSync(place, { recursive: true });
    if (spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', place]).status !== 0) return;
    const next = memoryFolder();
    next?.remove();
    expect([existsSync(next?.path ?? dead), existsSync(dead)]).toEqual([false, false]);
    expect(next).toBeDefined();
  },
);
