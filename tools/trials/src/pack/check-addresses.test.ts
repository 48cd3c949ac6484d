import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { missingAddresses, setAddresses } from './check-addresses.ts';
import { publishedPackages, repositoryRoot } from './published.ts';

/** The manifests alone, somewhere else. */
function copyOfManifests(): string {
  const root = mkdtempSync(join(tmpdir(), 'cascade-manifests-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const { folder } of publishedPackages())
    cpSync(join(repositoryRoot, folder, 'package.json'), join(root, folder, 'package.json'));
  return root;
}

test('names packages without an address, and one command fills them in', () => {
  const root = copyOfManifests();
  const [first] = publishedPackages(root);
  const bare = {
    folder: 'packages/client',
    manifest: { ...first?.manifest, name: 'x', version: '1', exports: {} },
  };
  for (const name of ['repository', 'homepage', 'bugs']) Reflect.deleteProperty(bare.manifest, name);
  expect(missingAddresses([bare])).toEqual([
    'packages/client/package.json: expected repository, homepage, bugs, found none',
  ]);

  setAddresses('https://github.com/example/cascade.git', root);
  expect(missingAddresses(publishedPackages(root))).toEqual([]);
  expect(JSON.parse(readFileSync(join(root, 'packages/client/package.json'), 'utf8'))).toMatchObject({
    repository: {
      type: 'git',
      url: 'git+https://github.com/example/cascade.git',
      directory: 'packages/client',
    },
    homepage: 'https://github.com/example/cascade/tree/main/packages/client#readme',
    bugs: 'https://github.com/example/cascade/issues',
  });
});

test('the release checks the addresses first', () => {
  const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
  expect(scripts.release).toMatch(
    /^node tools\/repository\/require-install\.cjs && node tools\/trials\/src\/pack\/check-addresses\.ts && /,
  );
});
