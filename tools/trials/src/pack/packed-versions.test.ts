import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packedVersions } from './packed-versions.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cascade-versions-'));
  mkdirSync(join(root, '.changeset'));
  writeFileSync(join(root, '.changeset/config.json'), '{ "fixed": [["spec", "types"]] }');
});
afterEach(() => rmSync(root, { recursive: true }));

const packages = [['spec'], ['types', 'spec'], ['client', 'types', 'elsewhere'], ['yaml']].map(
  ([name = '', ...needs]) => ({
    folder: name,
    manifest: {
      name,
      version: '0.2.0',
      exports: {},
      dependencies: Object.fromEntries(needs.map((one) => [one, 'workspace:*'])),
    },
  }),
);
const changeset = (name: string, bump: string) =>
  writeFileSync(join(root, `.changeset/${name}-${bump}.md`), `---\n'${name}': ${bump}\n---\n\nNew.\n`);

test('without changesets a tarball has the version of its release', () => {
  expect(packedVersions(packages, root)).toEqual({
    spec: '0.2.0',
    types: '0.2.0',
    client: '0.2.0',
    yaml: '0.2.0',
  });
});

test('between releases it has the next one: with its group, and as a patch with what it needs', () => {
  changeset('spec', 'patch');
  changeset('spec', 'minor');
  expect(packedVersions(packages, root)).toEqual({
    spec: '0.3.0-next',
    types: '0.3.0-next',
    client: '0.2.1-next',
    yaml: '0.2.0',
  });
});
