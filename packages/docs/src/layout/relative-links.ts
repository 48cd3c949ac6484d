/** The way from a file of the site to the site's root: `''`, `'../'`, … */
export function rootOf(file: string): string {
  return '../'.repeat(file.split('/').length - 1);
}

/**
 * Turns links that begin with a slash into links relative to `file`: the site then works from a folder on disk and
 * below any path of a server.
 */
export function withRelativeLinks(markup: string, file: string): string {
  return markup.replaceAll(/(?<=\s(?:href|src)=")\/(?!\/)/g, rootOf(file));
}
