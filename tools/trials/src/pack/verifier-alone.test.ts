import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMock } from '@cascade/mock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packedIn, tarballFolder } from './pack.ts';
import { mustRun } from './run.ts';

let cwd: string;
let mock: Awaited<ReturnType<typeof startMock>>;

beforeAll(async () => {
  mock = await startMock({ port: 0 });
  cwd = await mkdtemp(join(tmpdir(), 'cascade-alone-'));
  const verifier = packedIn(tarballFolder).find(({ manifest }) => manifest.name === '@cascade/verifier');
  await mustRun('tar', ['-xzf', verifier?.tarball ?? ''], { cwd });
}, 60_000);

afterAll(async () => {
  await mock.close();
  await rm(cwd, { recursive: true, force: true });
});

function judge(phases: string): Promise<string> {
  const profile = join('package', 'profiles', 'mock.yaml');
  const args = [
    '--profile',
    profile,
    '--target',
    mock.url,
    '--phases',
    phases,
    '--verbose',
    '--html',
    'report.html',
  ];
  return mustRun('node', [join('package', 'dist', 'cli.js'), ...args], { cwd });
}

test('it depends on nothing, and has the licences of what is in it', async () => {
  const manifest = JSON.parse(await readFile(join(cwd, 'package/package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('optionalDependencies');
  expect(manifest).not.toHaveProperty('peerDependencies');
  const licenses = await readFile(join(cwd, 'package/THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of ['ajv', 'fast-check', 'undici', 'yaml'])
    expect(licenses).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+, \\w+\n\n\\S`, 'm'));
});

test('it judges in a folder where nothing is installed', async () => {
  const output = await judge('vectors,text');
  expect(output).toMatch(/^CONFORMANT \(in part, \d+ of \d+ judged\)$/m);
  expect(output).toMatch(/vectors +(\d+) of \1 match/);
  expect(await readFile(join(cwd, 'report.html'), 'utf8')).toContain('<h1>Conformant</h1>');
});
