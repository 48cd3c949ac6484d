import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { readText } from './read-file.ts';

const dockerfile = readText('verifier.Dockerfile');
const workspace = readText('../../../pnpm-workspace.yaml');
const pinned = (name: string) => new RegExp(`^ {2}${name}: (\\S+)`, 'm').exec(workspace)?.[1];

test('the linter finds no fault in the image of the verifier', () => {
  expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
});

test('Node has the version of the workspace', () => {
  expect(dockerfile).toContain(`\nFROM node:${pinned('node')}-slim\n`);
});

test('it installs the tarball under the name that packing gives it', () => {
  const { name, version } = JSON.parse(readText('../../../packages/verifier/package.json'));
  const tarball = `${name.slice(1).replace('/', '-')}-${version}.tgz`;
  const [, pattern = ''] = /\/tarballs\/(\S+)/.exec(dockerfile) ?? [];
  expect(tarball).toMatch(
    new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '[\\d.]+(?:-next)?')}$`),
  );
});

test('the verifier is not root, and receives signals directly', () => {
  expect(dockerfile).toMatch(/\nUSER 1000:1000\n[\s\S]*\nENTRYPOINT \["cascade-verify"\]\n$/);
});
