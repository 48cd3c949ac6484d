/** Finds the path of an operation in a request target, for the router. */
export type Rewrite = (target: string) => string;

/** A path that no operation has. */
export const nowhere = '/';

/**
 * Paths are compared byte for byte: an encoded letter, a doubled slash or one at the end makes for another URL (§7.1,
 * not-found). Whatever is no path of ours leads nowhere, so that the router sees nothing else.
 */
export function rewriteTo(paths: readonly string[]): Rewrite {
  const known = new Set(paths);
  return (target) => {
    const path = pathOf(target);
    return known.has(path) ? path : nowhere;
  };
}

/** Of the usual form of a target, and of the absolute one, which a server has to take as well (RFC 9112 §3.2.2). */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target.split('?', 1)[0] ?? target;
  return URL.canParse(target) ? new URL(target).pathname : target;
}
