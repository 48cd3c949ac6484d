import { existsSync } from 'node:fs';
import { join, matchesGlob, posix } from 'node:path';
import { readText, repositoryRoot } from '@cascade/contract';
import { parse } from 'yaml';
import { trackedFiles } from '../tracked-files.ts';
import type { SourceFile } from './read-imports.ts';

/** The rules of boundaries.yaml, which says what each means. */
interface Boundaries {
  readonly allowedAtRunTime: Readonly<Record<string, readonly string[]>>;
  readonly neverAllowed: Readonly<Record<string, readonly string[]>>;
  readonly exceptions: readonly Exception[];
}

interface Exception {
  readonly path: string;
  readonly target: string;
  readonly because: string;
}

const boundaries: Boundaries = parse(
  readText(repositoryRoot, 'tools/repository/src/checks/imports/boundaries.yaml'),
);
const { neverAllowed } = boundaries;
export const { allowedAtRunTime, exceptions } = boundaries;

/** The parts of a `package.json` that say what may be imported. */
interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly scripts?: { readonly build?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package of the workspace. */
interface WorkspacePackage {
  /** Below the root of the repository; `.` for the root itself. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Whether a file is packed, or is part of a site: neither test nor bench. Paths are below the folder. */
  readonly isRunTime: (path: string) => boolean;
}

export function readWorkspace(): readonly WorkspacePackage[] {
  return trackedFiles()
    .filter((path) => posix.basename(path) === 'package.json')
    .map((path) => {
      const folder = posix.dirname(path);
      return { folder, manifest: readManifest(path), isRunTime: runTimeFiles(folder) };
    });
}

export function readManifest(path: string): Manifest {
  return JSON.parse(readText(repositoryRoot, path));
}

/**
 * What `tsconfig.build.json` compiles; in the docs, which have none, all of `src` and `browser` but the
 * tests.
 */
function runTimeFiles(folder: string): (path: string) => boolean {
  const config = `${folder}/tsconfig.build.json`;
  if (!/^packages\/[^/]+$/.test(folder)) return () => false;
  const { include, exclude }: { include: readonly string[]; exclude: readonly string[] } = existsSync(
    join(repositoryRoot, config),
  )
    ? JSON.parse(readText(repositoryRoot, config))
    : { include: ['src', 'browser'], exclude: ['**/*.test.ts', '**/testing'] };
  const isBelow = (path: string) => (glob: string) =>
    matchesGlob(path, glob) || matchesGlob(path, `${glob}/**`);
  return (path) => include.some(isBelow(path)) && !exclude.some(isBelow(path));
}

/** Every import that crosses the boundary of a package against the rules, with the way to fix it. */
export function findForbidden(
  files: readonly SourceFile[],
  workspace: readonly WorkspacePackage[],
  exceptions: readonly Exception[],
): readonly string[] {
  return files.flatMap(({ path, imports }) => {
    const home = packageOf(path, workspace);
    if (home === undefined) return [];
    return imports.flatMap(({ specifier, line }) => {
      const target = importTarget(path, specifier);
      if (exceptions.some((exception) => exception.path === path && exception.target === target)) return [];
      const fault = specifier.startsWith('.')
        ? faultOfPath(path, target, home)
        : faultOfPackage(path, target, home);
      return fault === undefined ? [] : [`${path}:${line}: imports ${specifier}: ${fault}`];
    });
  });
}

/** Where an import leads: a path below the root of the repository, or the name of a package. */
export function importTarget(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier).replace(/(?<=.)\/$/, '');
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function packageOf(path: string, workspace: readonly WorkspacePackage[]): WorkspacePackage | undefined {
  const around = workspace.filter(({ folder }) => folder === '.' || path.startsWith(`${folder}/`));
  return around.sort((a, b) => b.folder.length - a.folder.length)[0];
}

function faultOfPath(
  path: string,
  target: string,
  { folder, isRunTime }: WorkspacePackage,
): string | undefined {
  const inside = posix.relative(folder, target);
  if (inside.startsWith('..'))
    return `${target} is outside ${folder}; add its package to package.json and import it by name`;
  const isSource = /\.[cm]?[jt]s$/.test(target);
  if (!isSource || !isRunTime(posix.relative(folder, path)) || isRunTime(inside)) return undefined;
  return `tsconfig.build.json does not compile ${inside}; move it, or import it in tests only`;
}

function faultOfPackage(path: string, name: string, home: WorkspacePackage): string | undefined {
  const { folder, manifest } = home;
  if (/^(?:node|data):/.test(name) || name === manifest.name) return undefined;
  if (neverAllowed[manifest.name]?.includes(name))
    return `${manifest.name} may not know ${name}, not even in tests`;
  const atRunTime = home.isRunTime(posix.relative(folder, path));
  const allowed = allowedAtRunTime[manifest.name] ?? [];
  if (atRunTime && name.startsWith('@cascade/') && !allowed.includes(name))
    return `at run time ${manifest.name} may import ${allowed.join(', ') || 'no package of ours'} (ARCHITECTURE.md)`;
  // Such a package has in its bundle what it imports.
  const isBundle = manifest.scripts?.build?.includes('pack/bundle/cli.ts') === true;
  const isPacked = atRunTime && !manifest.private && !isBundle;
  if (installedWith(manifest, isPacked).includes(name)) return undefined;
  return `expected ${name} in "${isPacked ? 'dependencies' : 'devDependencies'}" of ${folder}/package.json`;
}

/** The packages that are there when the file runs: for what is packed, without those of development. */
function installedWith(manifest: Manifest, isPacked: boolean): readonly string[] {
  return Object.keys({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
    ...(isPacked ? {} : manifest.devDependencies),
  });
}
