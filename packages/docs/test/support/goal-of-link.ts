import { posix } from 'node:path';

/** The file of the site, and the anchor as written, that a link on the page `from` leads to. */
export function goalOfLink(from: string, link: string): { readonly file: string; readonly anchor?: string } {
  const [name = '', anchor] = link.split('#');
  const file = name === '' ? from : posix.join(posix.dirname(from), name);
  return anchor === undefined || anchor === '' ? { file } : { file, anchor };
}
