import { existsSync } from 'node:fs';
import { join, matchesGlob, posix } from 'node:path';
import { readText, repositoryRoot } from '@cascade/contract';
import { trackedFiles } from '../tracked-files.ts';

/** The parts of a `package.json` that say what may be imported. */
export interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package of the workspace. */
export interface WorkspacePackage {
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

/** What `tsconfig.build.json` compiles; in the docs, which have none, all of `src` and `browser` but the tests. */
function runTimeFiles(folder: string): (path: string) => boolean {
  const config = `${folder}/tsconfig.build.json`;
  if (!folder.startsWith('packages/')) return () => false;
  const { include, exclude }: { include: readonly string[]; exclude: readonly string[] } = existsSync(
    join(repositoryRoot, config),
  )
    ? JSON.parse(readText(repositoryRoot, config))
    : { include: ['src', 'browser'], exclude: ['**/*.test.ts', '**/testing'] };
  const isBelow = (path: string) => (glob: string) =>
    matchesGlob(path, glob) || matchesGlob(path, `${glob}/**`);
  return (path) => include.some(isBelow(path)) && !exclude.some(isBelow(path));
}
