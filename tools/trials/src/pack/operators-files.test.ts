import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { packedIn, tarballFolder } from './pack.ts';
import { mustRun } from './run.ts';

/** What operators find in the tarball of the service, unpacked. */
let root: string;
let files: readonly string[];
const packed = packedIn(tarballFolder);
const service = packed.find(({ manifest }) => manifest.name === '@cascade/service');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-operators-'));
  await mustRun('tar', ['-xzf', service?.tarball ?? ''], { cwd: folder });
  root = join(folder, 'package');
  files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return () => rm(folder, { recursive: true });
});

test('are the runbook, alert rules, a dashboard and a unit', () => {
  const expected = ['RUNBOOK.md', 'alerts.yml', 'grafana-dashboard.json', 'cascade-service.service'];
  expect(files).toEqual(expect.arrayContaining(expected.map((name) => join('operate', name))));
});

test('every link of their pages leads to a file of the tarball, or of a package beside it', () => {
  const pages = files.filter((path) => path.endsWith('.md'));
  expect(pages.length).toBeGreaterThan(4);
  const beside = packed.map(({ manifest }) =>
    join('..', manifest.name.replace('@cascade/', ''), 'README.md'),
  );
  const dead = pages.flatMap((page) => {
    const links = [
      ...read(page)
        .replaceAll(/```.*?```/gs, '')
        .matchAll(/\]\(([^)\s]+)\)/g),
    ];
    return links
      .map(([, target = '']) => target)
      .filter((target) => !/^(?:[a-z]+:|#)/.test(target))
      .filter((target) => {
        const path = normalize(join(dirname(page), target.split('#', 1)[0] ?? ''));
        return !files.includes(path) && !beside.includes(path);
      })
      .map((target) => `${page}: ${target}`);
  });
  expect(dead).toEqual([]);
});

test('their commands name files of the installed package', () => {
  const texts = files
    .filter((path) => /\.(?:md|service)$/.test(path))
    .map((path) => [path, read(path)] as const);
  const named = texts.flatMap(([path, text]) =>
    [...text.matchAll(/node_modules\/@cascade\/service\/([\w./-]+\w)/g)].map(([, file = '']) => [path, file]),
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter(([, file = '']) => !files.includes(file))).toEqual([]);
  // Of the image, which is made from the repository.
  const isOfImage = (line: string) => line.startsWith('`kubectl ') || line.startsWith('In this repository');
  const ofRepository = texts.flatMap(([path, text]) =>
    text
      .split('\n')
      .filter((line) => /node packages\/|--\w+ packages\//.test(line) && !isOfImage(line))
      .map((line) => `${path}: ${line}`),
  );
  expect(ofRepository).toEqual([]);
});
