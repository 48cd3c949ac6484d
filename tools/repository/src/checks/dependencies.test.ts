import { readText, repositoryRoot } from '@cascade/contract';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { allowedAtRunTime, readManifest } from './imports/find-forbidden.ts';
import { trackedFiles } from './tracked-files.ts';

const manifests = trackedFiles()
  .filter((path) => path.endsWith('package.json'))
  .map((path) => ({ path, manifest: readManifest(path) }));

describe('the direction of dependencies', () => {
  const published = manifests.filter(({ path }) => /^(spec|packages\/[^/]+)\/package\.json$/.test(path));

  test.each(published.map(({ manifest }) => [manifest.name, manifest] as const))(
    '%s needs only what it may',
    (name, manifest) => {
      const own = Object.keys(manifest.dependencies ?? {}).filter((dependency) =>
        dependency.startsWith('@cascade/'),
      );
      expect(own.filter((dependency) => !allowedAtRunTime[name]?.includes(dependency))).toEqual([]);
    },
  );

  test('every package has its line in the list', () => {
    expect(published.map(({ manifest }) => manifest.name).sort()).toEqual(
      Object.keys(allowedAtRunTime).sort(),
    );
  });
});

describe('dependencies from outside', () => {
  const workspace = parse(readText(repositoryRoot, 'pnpm-workspace.yaml'));
  const catalogue: readonly string[] = Object.keys(workspace.catalog);

  test('have their version in the catalogue and nowhere else', () => {
    // An example is a project of its own, as an integrator would write it: it has ordinary ranges.
    const ours = manifests.filter(({ path }) => !/^examples\/[^/]+\/package\.json$/.test(path));
    const elsewhere = ours.flatMap(({ path, manifest }) =>
      Object.entries({
        ...manifest.dependencies,
        ...manifest.devDependencies,
        ...manifest.optionalDependencies,
      })
        .filter(([, version]) => !/^(catalog:|workspace:)/.test(version))
        .map(([name, version]) => `${path}: ${name} ${version}`),
    );
    expect(elsewhere).toEqual([]);
  });

  test('are pinned', () => {
    const versions: string[] = Object.values(workspace.catalog);
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
  });

  test('each have a reason beside their version', () => {
    const reasoned = [
      ...readText(repositoryRoot, 'pnpm-workspace.yaml').matchAll(/^ {2}'?([^\s':]+)'?: \S+ # .+/gm),
    ];
    expect(reasoned.map(([, name]) => name)).toEqual(catalogue);
  });

  test('come without a registry host in the lock file', () => {
    expect(readText(repositoryRoot, 'pnpm-lock.yaml')).not.toMatch(/https?:\/\//);
  });
});
