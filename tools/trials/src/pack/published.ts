import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json, spec/ and packages/. */
export const repositoryRoot = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '');

/** The parts of a manifest that publishing and installing use. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly license?: string;
  readonly engines?: { readonly node?: string };
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly publishConfig?: {
    readonly access?: string;
    readonly provenance?: boolean;
    /** What is packed instead of the folder of the package. */
    readonly directory?: string;
    readonly exports?: Readonly<Record<string, unknown>>;
    readonly bin?: Readonly<Record<string, string>>;
  };
}

/** A package that is published: where it is, and its manifest. */
export interface PublishedPackage {
  /** From the root of the repository. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Every package that is not private, by name. */
export function publishedPackages(root: string = repositoryRoot): readonly PublishedPackage[] {
  return globSync(['spec/package.json', 'packages/*/package.json'], { cwd: root })
    .map((path) => ({ folder: dirname(path), manifest: readManifest(join(root, path)) }))
    .filter(({ manifest }) => manifest.private !== true)
    .toSorted((a, b) => (a.manifest.name < b.manifest.name ? -1 : 1));
}

/** What programs import: all entries except patterns. */
export function importsOf({ name, publishConfig, exports }: Manifest): string[] {
  const entries = Object.keys(publishConfig?.exports ?? exports).filter((entry) => !entry.includes('*'));
  return entries.map((entry) => name + entry.slice(1));
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8'));
}
