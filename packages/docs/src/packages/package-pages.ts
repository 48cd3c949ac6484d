import type { Page } from '../layout/page.ts';
import { renderMarkdown } from '../parts/markdown.ts';
import type { PackageReadme } from './read-packages.ts';

/** The packages: who needs which, and a page for each with its README. */
export function packagePages(overview: string, packages: readonly PackageReadme[]): Page[] {
  const lead = 'What the repository publishes for npm: for callers, for tests, and the service itself.';
  return [
    { file: 'packages.html', title: 'Packages', lead, body: renderMarkdown(overview) },
    ...packages.map(({ slug, name, says, markdown }) => ({
      file: `packages/${slug}.html`,
      title: name,
      lead: `${says}.`,
      body: renderMarkdown(markdown),
      under: 'packages.html',
    })),
  ];
}
