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
  /** What it is: the first paragraph of the README, without marks of Markdown. */
  readonly lead: string;
  /** The rest of the README in Markdown, with links within the site. */
  readonly markdown: string;
}

const folder = 'packages';

/** Every package of the repository that is published, in the order of their names. */
export function readPackages(): readonly PackageReadme[] {
  const slugs = publishedSlugs();
  return slugs.map((slug) => {
    const readme = readmeForSite(readText(repositoryRoot, `${folder}/${slug}/README.md`), slugs);
    const [first = '', ...rest] = readme.trimStart().split('\n\n');
    const lead = first.replaceAll(/[`*]/g, '').replaceAll('\n', ' ');
    return { slug, name: String(manifestOf(slug).name), lead, markdown: rest.join('\n\n') };
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
