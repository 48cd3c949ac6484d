/** Maps a request target to the path of an operation, for the router. */
export type Rewrite = (target: string) => string;

/** A path that no operation has. */
export const nowhere = '/';

/**
 * Compares paths byte for byte: an encoded letter, a double slash or a trailing slash makes another URL (§7.1,
 * not-found). Every other target becomes `nowhere`, so the router sees known paths only.
 */
export function rewriteTo(paths: readonly string[]): Rewrite {
  const known = new Set(paths);
  return (target) => {
    const path = pathOf(target);
    return known.has(path) ? path : nowhere;
  };
}

/** Accepts the origin form of a target and the absolute form, which servers must accept too (RFC 9112 §3.2.2). */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target.split('?', 1)[0] ?? target;
  return URL.canParse(target) ? new URL(target).pathname : target;
}
