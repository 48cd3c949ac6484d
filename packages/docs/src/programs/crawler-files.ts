import { addressAt } from '../addresses.ts';
import { html } from '../tree/html.ts';
import { writeHtml } from '../tree/write-html.ts';

/**
 * What crawlers read first: `robots.txt` and, since a sitemap has whole addresses, `sitemap.xml` if that of
 * the site is known.
 */
export function crawlerFiles(files: Iterable<string>, base?: string): ReadonlyMap<string, string> {
  const allowed = 'User-agent: *\nAllow: /\n';
  if (base === undefined) return new Map([['robots.txt', allowed]]);
  const pages = [...files].filter((file) => file.endsWith('.html') && file !== '404.html').toSorted();
  const sitemap = html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.map((file) => html`<url><loc>${addressAt(base, file)}</loc></url>\n`)}</urlset>
`;
  return new Map([
    ['robots.txt', `${allowed}Sitemap: ${base}sitemap.xml\n`],
    ['sitemap.xml', writeHtml(sitemap.nodes, { isXml: true })],
  ]);
}
