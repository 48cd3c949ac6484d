import { readText, repositoryRoot } from '@cascade/contract';
import { trackedFiles } from '../tracked-files.ts';
import { type Import, readImports } from './read-imports.ts';

/** A TypeScript or JavaScript file of the repository, and what it imports. */
export interface SourceFile {
  /** Below the root of the repository. */
  readonly path: string;
  readonly imports: readonly Import[];
}

/** Every hand-written or generated source file that git tracks or would track. */
export const sourceFiles: readonly SourceFile[] = trackedFiles()
  .filter((path) => /\.(?:ts|mts|cts|js|mjs|cjs)$/.test(path))
  .map((path) => ({ path, imports: readImports(path, readText(repositoryRoot, path)) }));
