import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { greatest, type Impact, plannedBump, versionBetween } from '@cascade/evolution';
import { type PublishedPackage, publishedPackages, repositoryRoot } from './published.ts';

/**
 * The version of each tarball, by package: while changesets wait, the next one with `-next`, as the
 * descriptions have it. A tarball that differs from a release does not have its version.
 */
export function packedVersions(
  packages: readonly PublishedPackage[] = publishedPackages(),
  root: string = repositoryRoot,
): Readonly<Record<string, string>> {
  const bumps = new Map(packages.map(({ manifest }) => [manifest.name, bumpOf(root, manifest.name)]));
  // A package whose dependency changes is released with it, as a patch.
  for (let before = -1; before !== bumped(bumps); ) {
    before = bumped(bumps);
    for (const { manifest } of packages) {
      const needs = Object.keys(manifest.dependencies ?? {});
      const moves = needs.some((name) => (bumps.get(name) ?? 'none') !== 'none');
      if (moves && bumps.get(manifest.name) === 'none') bumps.set(manifest.name, 'patch');
    }
  }
  return Object.fromEntries(
    packages.map(({ manifest: { name, version } }) => [
      name,
      versionBetween(version, bumps.get(name) ?? 'none'),
    ]),
  );
}

function bumped(bumps: ReadonlyMap<string, Impact>): number {
  return [...bumps.values()].filter((bump) => bump !== 'none').length;
}

/** The greatest bump of a package and of those that always have its version. */
function bumpOf(root: string, name: string): Impact {
  const { fixed }: { readonly fixed: readonly (readonly string[])[] } = JSON.parse(
    readFileSync(join(root, '.changeset/config.json'), 'utf8'),
  );
  const group = fixed.find((names) => names.includes(name)) ?? [name];
  return greatest(group.map((each) => plannedBump(root, each)));
}
