import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Manifest, type PublishedPackage, publishedPackages, repositoryRoot } from '../published.ts';
import { copyReached } from './copy-reached.ts';
import { type Needed, packedManifest } from './packed-manifest.ts';

/** Where the published form of a package is. */
const into = 'dist/package';

/**
 * Assembles the published form of a package in dist/package, after the compiler: with the modules of our
 * other packages that it reaches, so that its tarball can be installed alone. A registry is asked for
 * packages of others only, so a stranger cannot answer for one of ours.
 * @returns its folder; the working directory, if that is one already.
 */
export function packWithOurs(): string {
  const folder = relative(repositoryRoot, process.cwd());
  const published = publishedPackages();
  const own = published.find((one) => one.folder === folder)?.manifest;
  if (own === undefined) return '.';
  const needed = neededBy(withOurs(own, published));
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const compiled = globSync('**/*.{js,d.ts}', { cwd: 'dist', exclude: ['commonjs/**', 'package/**'] });
  const installed = [needed.dependencies, needed.optionalDependencies].flatMap((one) =>
    Object.keys(one ?? {}),
  );
  copyReached({ from: 'dist', entries: compiled, to: join(into, 'dist'), installed, withModules: true });
  for (const file of globSync('**/*.{yaml,sql,css,html}', { cwd: 'dist', exclude: ['package/**'] }))
    cpSync(join('dist', file), join(into, 'dist', file));
  const others = (own.files ?? []).filter((pattern) => pattern !== 'dist');
  for (const file of globSync([...others, 'README.md'])) cpSync(file, join(into, file), { recursive: true });
  writeFileSync(join(into, 'package.json'), packedManifest(readFileSync('package.json', 'utf8'), needed));
  return into;
}

/** A package and those of ours that it needs. */
function withOurs(own: Manifest, published: readonly PublishedPackage[]): readonly Manifest[] {
  const found = new Set([own]);
  // What is added while the set is gone through has its turn, too.
  for (const { dependencies = {} } of found)
    for (const { manifest } of published) if (manifest.name in dependencies) found.add(manifest);
  return [...found];
}

/** What these packages need that is not ours. */
function neededBy(ours: readonly Manifest[]): Needed {
  const names = ours.map(({ name }) => name);
  const ofOthers = (kind: keyof Needed) => {
    const all = ours.flatMap((manifest) => Object.entries(manifest[kind] ?? {}));
    const others = all.filter(([name]) => !names.includes(name)).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return others.length === 0 ? {} : { [kind]: Object.fromEntries(others) };
  };
  return { ...ofOthers('dependencies'), ...ofOthers('optionalDependencies') };
}
