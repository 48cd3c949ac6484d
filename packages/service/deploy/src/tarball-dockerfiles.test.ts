import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { readText } from './read-file.ts';

const workspace = readText('../../../pnpm-workspace.yaml');
const pinned = (name: string) => new RegExp(`^ {2}${name}: (\\S+)`, 'm').exec(workspace)?.[1];
const images = [
  { slug: 'verifier', command: 'cascade-verify' },
  { slug: 'mock', command: 'cascade-mock' },
];

describe.each(images)('the image of the $slug', ({ slug, command }) => {
  const dockerfile = readText(`${slug}.Dockerfile`);
  const { name, version, bin } = JSON.parse(readText(`../../../packages/${slug}/package.json`));

  test('the linter finds no fault', () => {
    expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
  });

  test('Node has the version of the workspace', () => {
    expect(dockerfile).toContain(`\nFROM node:${pinned('node')}-slim\n`);
  });

  test('it installs the tarball under the name that packing gives it', () => {
    const tarball = `${name.slice(1).replace('/', '-')}-${version}.tgz`;
    const [, pattern = ''] = /\/tarballs\/(\S+)/.exec(dockerfile) ?? [];
    expect(tarball).toMatch(
      new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '[\\d.]+(?:-next)?')}$`),
    );
  });

  test('it is not root, and receives signals directly', () => {
    expect(Object.keys(bin)).toContain(command);
    const [, behindUser = ''] = dockerfile.split('\nUSER 1000:1000\n');
    expect(behindUser).toMatch(new RegExp(`\nENTRYPOINT \\["${command}"[^\n]*\\]\n$`));
    expect(behindUser).not.toMatch(/^(?:USER|RUN|COPY) /m);
  });

  test('a workflow builds and runs it', () => {
    const workflow = readText('../../../.github/workflows/test.yml');
    expect(workflow).toContain(
      `docker build --file packages/service/deploy/${slug}.Dockerfile --tag ${command} `,
    );
    expect(workflow).toMatch(new RegExp(`docker run .*${command}`));
  });
});

test('the mock listens where its container publishes it, at the port that its health check asks', () => {
  const dockerfile = readText('mock.Dockerfile');
  expect(dockerfile).toMatch(/\nEXPOSE 4010\n/);
  expect(dockerfile).toContain('connect(4010,');
  expect(dockerfile).toContain('"--host", "0.0.0.0"');
});
