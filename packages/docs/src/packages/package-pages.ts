import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText, repositoryRoot } from '@cascade/contract';
import type { Page } from '../layout/page.ts';
import { isObject } from '../objects.ts';
import { renderMarkdown } from '../parts/markdown.ts';

/** Where a link of a README leads in the site; the rest stays in the repository. */
const pages: readonly (readonly [link: RegExp, page: string])[] = [
  [/^\.\.\/\.\.\/spec\/decisions(?:\/README\.md)?/, 'decisions.html'],
  [/^\.\.\/(?:\.\.\/)?spec(?:\/README\.md)?$/, 'downloads.html'],
  [/^\.\.\/\.\.\/GLOSSARY\.md/, 'glossary.html'],
  [/^\.\.\/README\.md/, 'packages.html'],
  [/^kits\/README\.md/, 'kits.html'],
  [/^operate\/GATEWAYS\.md/, 'gateway-settings.html'],
  [/^operate\/SMSC-BEHAVIOURS\.md/, 'smsc-behaviours.html'],
  [/^operate\/TTL\.md/, 'ttl.html'],
];

/**
 * A README of packages/ as the site shows it: without title and comments; links to what the site has, and to
 * the READMEs of the packages `slugs`, lead there.
 */
export function readmeForSite(text: string, slugs: readonly string[]): string {
  const readme = new RegExp(`^(?:\\.\\./)?(${slugs.join('|')})(?:/README\\.md)?(?=$|#)`);
  const known = [...pages, [readme, 'packages/$1.html'] as const];
  return text
    .replace(/^# .*\n/, '')
    .replaceAll(/^<!--.*-->\n/gm, '')
    .replaceAll(/\]\(([^)\s:]+)\)/g, (whole, target: string) => {
      const found = known.find(([link]) => link.test(target));
      return found === undefined ? whole : `](site:${target.replace(...found)})`;
    });
}

const folder = 'packages';

/**
 * Every package of the repository that is published, in the order of their names: the first paragraph of its
 * README without marks of Markdown, and the rest with links within the site.
 */
export function readPackages() {
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
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((slug) => isForNpm(slug) && manifestOf(slug).private !== true)
    .toSorted();
}

/** npm installs what has a manifest of its own; the kits of other languages have none. */
function isForNpm(slug: string): boolean {
  return existsSync(join(repositoryRoot, folder, slug, 'package.json'));
}

function manifestOf(slug: string): Readonly<Record<string, unknown>> {
  const manifest: unknown = JSON.parse(readText(repositoryRoot, `${folder}/${slug}/package.json`));
  return isObject(manifest) ? manifest : {};
}

/** The packages: who needs which, and a page for each with its README. */
export function packagePages(overview: string, packages: ReturnType<typeof readPackages>): Page[] {
  const says = 'What the repository publishes for npm: for callers, for tests, and the service itself.';
  return [
    { file: 'packages.html', title: 'Packages', lead: says, body: renderMarkdown(overview) },
    ...packages.map(({ slug, name, lead, markdown }) => ({
      file: `packages/${slug}.html`,
      title: name,
      lead,
      body: renderMarkdown(markdown),
      under: 'packages.html',
    })),
  ];
}
