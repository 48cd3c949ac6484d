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
  const slugs = publishedSlugs();
  return slugs.map((slug) => {
    const { name, description } = manifestOf(slug);
    const markdown = readmeForSite(readText(repositoryRoot, `${folder}/${slug}/README.md`), slugs);
    return { slug, name: String(name), says: String(description), markdown };
  });
}

/** The README above them: who needs which, and what they work with. */
export function readPackagesOverview(): string {
  return readmeForSite(readText(repositoryRoot, `${folder}/README.md`), publishedSlugs());
}

function publishedSlugs(): string[] {
  return readdirSync(join(repositoryRoot, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && manifestOf(entry.name).private !== true)
    .map(({ name }) => name)
    .toSorted();
}

function manifestOf(slug: string): Readonly<Record<string, unknown>> {
  const manifest: unknown = JSON.parse(readText(repositoryRoot, `${folder}/${slug}/package.json`));
  return isObject(manifest) ? manifest : {};
}
