/**
 * The path of a file below the site's folder for the target of a request, e.g. `codes/out-of-balance.html`;
 * `undefined` for a target that could lead elsewhere or to a hidden file. It is decoded once.
 */
export function pathOfUrl(target: string): string | undefined {
  const [raw = ''] = target.split(/[?#]/, 1);
  if (!raw.startsWith('/') || raw.length > longest) return undefined;
  const path = decoded(raw.slice(1));
  if (path === undefined || /[\p{Cc}\\:%]/u.test(path)) return undefined;
  if (path === '') return 'index.html';
  const segments = path.split('/');
  return segments.every((segment) => segment !== '' && !segment.startsWith('.')) ? path : undefined;
}

const longest = 300;

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
