/** Where a link of a README leads in the site; the rest stays in the repository. */
const pages: readonly (readonly [link: RegExp, page: string])[] = [
  [/^\.\.\/\.\.\/spec\/decisions(?:\/README\.md)?/, 'decisions.html'],
  [/^\.\.\/(?:\.\.\/)?spec(?:\/README\.md)?$/, 'downloads.html'],
  [/^\.\.\/\.\.\/GLOSSARY\.md/, 'glossary.html'],
  [/^\.\.\/README\.md/, 'packages.html'],
];

/**
 * A README of packages/ as the site shows it: without title and comments; links to what the site has, and to the
 * READMEs of the packages `slugs`, lead there.
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
