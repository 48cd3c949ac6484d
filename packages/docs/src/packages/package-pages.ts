import type { Page } from '../layout/page.ts';
import { renderMarkdown } from '../parts/markdown.ts';
import type { PackageReadme } from './read-packages.ts';

/** The packages: who needs which, and a page for each with its README. */
export function packagePages(overview: string, packages: readonly PackageReadme[]): Page[] {
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
