import { pathOfLenientList } from '@cascade/lenient-requests';

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
    if (known.has(path)) return path;
    // The gate lets it pass for accounts that let such requests in.
    return pathOfLenientList(path) ?? nowhere;
  };
}

/** Whether a target is that of a list with a slash at its end (ADR-0027). */
export function isLenientTarget(target: string): boolean {
  return pathOfLenientList(pathOf(target)) !== undefined;
}

/** Accepts the origin form of a target and the absolute form, which servers must accept too (RFC 9112 §3.2.2). */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target.split('?', 1)[0] ?? target;
  return URL.canParse(target) ? new URL(target).pathname : target;
}
