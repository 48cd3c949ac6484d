import { renderSite } from '../../src/site.ts';

let rendered: ReturnType<typeof renderSite> | undefined;

/** The files of the site. They are rendered once for all test files that a worker runs. */
export function renderedSite(): ReturnType<typeof renderSite> {
  rendered ??= renderSite();
  return rendered;
}
