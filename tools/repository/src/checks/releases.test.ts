import { readText, repositoryRoot } from '@cascade/contract';
import { describedVersion } from '@cascade/evolution';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { trackedFiles } from './tracked-files.ts';

const read = (path: string) => readText(repositoryRoot, path);
const json = (path: string) => JSON.parse(read(path));
const manifests = trackedFiles()
  .filter((path) => /^(spec|packages\/[^/]+)\/package\.json$/.test(path))
  .map((path) => ({ folder: path.replace(/\/package\.json$/, ''), ...json(path) }));
const published: readonly string[] = manifests
  .filter((manifest) => manifest.private !== true)
  .map(({ name }) => name);

test('packages generated from the contract alone have its version', () => {
  const [contract] = json('.changeset/config.json').fixed;
  expect(contract).toEqual(['@cascade/spec', '@cascade/types', '@cascade/validator']);
  const versions = manifests.filter(({ name }) => contract.includes(name)).map(({ version }) => version);
  expect(new Set(versions).size).toBe(1);
});

test('the descriptions have the version of the contract; `npm run evolution -- --stamp` writes it', () => {
  const version = describedVersion(repositoryRoot, json('spec/package.json').version);
  for (const name of ['openapi/openapi', 'asyncapi/asyncapi', 'gateway/openapi', 'mock/control.openapi'])
    expect(parse(read(`spec/${name}.yaml`)).info.version, name).toBe(version);
});

test('changesets name packages that are published', () => {
  const { fixed, linked } = json('.changeset/config.json');
  const changesets = trackedFiles().filter((path) => /^\.changeset\/(?!README).*\.md$/.test(path));
  const named = changesets.flatMap((path) => Object.keys(parse(read(path).split(/^---$/m)[1] ?? '')));
  expect([...fixed.flat(), ...linked.flat(), ...named].filter((name) => !published.includes(name))).toEqual(
    [],
  );
});

test('published packages depend on published packages only', () => {
  const ours = manifests.filter(({ name }) => published.includes(name));
  const needed = ours.flatMap(({ dependencies = {} }) => Object.keys(dependencies));
  const missing = needed.filter((name) => name.startsWith('@cascade/') && !published.includes(name));
  expect(missing).toEqual([]);
});

test('published packages have a README with a program', () => {
  for (const { folder, name } of manifests.filter((manifest) => published.includes(manifest.name))) {
    const text = read(`${folder}/README.md`);
    expect(text, name).toMatch(new RegExp(`^# ${name}\n`));
    expect(text, name).toMatch(/^```(?:ts|sh)\n/m);
  }
});

test('the rules of renovate name packages that exist', () => {
  const catalogue = Object.keys(parse(read('pnpm-workspace.yaml')).catalog);
  const patterns: readonly string[] = json('.github/renovate.json').packageRules.flatMap(
    (rule: { matchPackageNames?: readonly string[] }) => rule.matchPackageNames ?? [],
  );
  const isKnown = (pattern: string) => {
    const name = pattern.replace(/^!/, '');
    const scope = name.replace(/\*\*$/, '');
    return catalogue.some((one) => one === name || (scope !== name && one.startsWith(scope)));
  };
  expect(patterns.filter((pattern) => !isKnown(pattern))).toEqual([]);
});
