import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText, repositoryRoot } from '@cascade/contract';
import { isObject } from '../objects.ts';
import { readmeForSite } from './readme-for-site.ts';

/** A package that others install, and its README. */
export interface PackageReadme {
  /** The name of its folder: `client`. */
  readonly slug: string;
  /** `@cascade/client`. */
  readonly name: string;
  /** What it is, in one sentence. */
  readonly says: string;
  /** The README in Markdown, without its title, with links within the site. */
  readonly markdown: string;
}

const folder = 'packages';

/** Every package of the repository that is published, in the order of their names. */
export function readPackages(): readonly PackageReadme[] {
  return readdirSync(join(repositoryRoot, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name: slug }) => ({ slug, manifest: manifestOf(slug) }))
    .filter(({ manifest }) => manifest.private !== true)
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
    .map(({ slug, manifest }) => ({
      slug,
      name: String(manifest.name),
      says: String(manifest.description),
      markdown: readmeForSite(readText(repositoryRoot, `${folder}/${slug}/README.md`)),
    }));
}

/** The README above them: who needs which, and what they work with. */
export function readPackagesOverview(): string {
  return readmeForSite(readText(repositoryRoot, `${folder}/README.md`));
}

function manifestOf(slug: string): Readonly<Record<string, unknown>> {
  const manifest: unknown = JSON.parse(readText(repositoryRoot, `${folder}/${slug}/package.json`));
  return isObject(manifest) ? manifest : {};
}
