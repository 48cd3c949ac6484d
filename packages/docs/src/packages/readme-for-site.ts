/** Where a link of a README leads in the site; the rest stays in the repository. */
const pages: readonly (readonly [link: RegExp, page: string])[] = [
  [/^\.\.\/\.\.\/spec\/decisions(?:\/README\.md)?/, 'decisions.html'],
  [/^\.\.\/(?:\.\.\/)?spec(?:\/README\.md)?$/, 'downloads.html'],
  [/^\.\.\/\.\.\/GLOSSARY\.md/, 'glossary.html'],
  [/^\.\.\/README\.md/, 'packages.html'],
  [/^\.\.\/([\w-]+)(?:\/README\.md)?(?=$|#)/, 'packages/$1.html'],
  [/^([\w-]+)\/README\.md/, 'packages/$1.html'],
];

/**
 * A README of packages/ as the site shows it: without title and comments; links to other READMEs and to what the
 * site has lead there.
 */
export function readmeForSite(text: string): string {
  return text
    .replace(/^# .*\n/, '')
    .replaceAll(/^<!--.*-->\n/gm, '')
    .replaceAll(/\]\(([^)\s:]+)\)/g, (whole, target: string) => {
      const known = pages.find(([link]) => link.test(target));
      return known === undefined ? whole : `](site:${target.replace(...known)})`;
    });
}
